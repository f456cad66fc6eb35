import type { Request, Response } from 'express';
import type { AnsweredFaultKind, Fault } from '../../faults.ts';
import { GraphError, badToken, missingPermission, noAccountPermission, sendGraphError } from './GraphError.ts';
import { setUsageHeaders, tooManyCalls } from './usage.ts';

const defaultWaitSeconds = 60;

const errorOf: Record<Exclude<AnsweredFaultKind, '429'>, () => GraphError> = {
  '500': () =>
    new GraphError(2, 'An unexpected error has occurred. Please retry your request later.', {
      status: 500,
      isTransient: true,
    }),
  'expired-token': () => badToken('Error validating access token: Session has expired.', 463),
  revoked: () =>
    badToken(
      'Error validating access token: The session has been invalidated because the user changed their password or Facebook has changed the session for security reasons.',
      460,
    ),
  'missing-scope': () => missingPermission('ads_read'),
  permission: () => noAccountPermission(),
};

/** Meta sends no `Retry-After`. The usage header contains the wait in whole minutes. */
const limitReached = (fault: Fault, request: Request, response: Response, businessId: string): GraphError => {
  const waitMinutes = Math.ceil((fault.retryAfterSeconds ?? defaultWaitSeconds) / 60);
  const [, prefix, id] = /^\/(act_)?(\d+)/.exec(request.path) ?? [];
  const type = prefix === undefined && id !== undefined ? 'leadgen' : 'ads_management';
  setUsageHeaders(response, id ?? businessId, type, 100, waitMinutes);
  if (id !== undefined) return tooManyCalls(type);
  return new GraphError(17, '(#17) User request limit reached', { subcode: 2446079 });
};

/**
 * Answers an ordered fault in Meta's format.
 *
 * @param businessId for the usage header of calls without an ad account
 */
export const createGraphFault =
  (businessId: string) =>
  (kind: AnsweredFaultKind, fault: Fault, request: Request, response: Response): void => {
    sendGraphError(response, kind === '429' ? limitReached(fault, request, response, businessId) : errorOf[kind]());
  };
