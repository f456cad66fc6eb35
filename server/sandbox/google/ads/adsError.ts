import { randomBytes } from 'node:crypto';
import { GoogleApiError } from '../apiError.ts';
import type { RpcStatus } from '../apiError.ts';

const statusMessages: Partial<Record<RpcStatus, string>> = {
  INVALID_ARGUMENT: 'Request contains an invalid argument.',
  PERMISSION_DENIED: 'The caller does not have permission',
  RESOURCE_EXHAUSTED: 'Resource has been exhausted (e.g. check quota).',
  INTERNAL: 'Internal error encountered.',
};

export const newRequestId = (): string => randomBytes(16).toString('base64url');

/**
 * A failure of the Ads API.
 * @param category key of `errorCode`, e.g. `queryError`
 * @param code its value, e.g. `UNRECOGNIZED_FIELD`
 */
export const adsError = (
  status: RpcStatus,
  category: string,
  code: string,
  message: string,
  details?: object,
): GoogleApiError =>
  new GoogleApiError(status, statusMessages[status] ?? message, [
    {
      '@type': 'type.googleapis.com/google.ads.googleads.v26.errors.GoogleAdsFailure',
      errors: [{ errorCode: { [category]: code }, message, ...(details && { details }) }],
      requestId: newRequestId(),
    },
  ]);

export const queryError = (code: string, message: string): GoogleApiError =>
  adsError('INVALID_ARGUMENT', 'queryError', code, message);
