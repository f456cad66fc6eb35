import type * as z from 'zod';
import { hashSecret } from '#server/lib/ids.ts';
import { withRetry } from '#server/providers/calls/retry.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { PlatformCall } from '../../calls/PlatformCall.ts';
import { createLocalBudget } from '../../calls/callBudget.ts';
import type { CallBudget } from '../../calls/callBudget.ts';
import { judgeGoogleAnswer } from '../../google/errors.ts';
import { callProvider, readBody } from '../../calls/http.ts';
import type { ProviderAnswer } from '../../calls/http.ts';
import { createPacer } from '../../calls/pacer.ts';
import { ProviderError } from '../../ProviderError.ts';
import { takeSheetsTurn } from '../sheetsQuota.ts';

export type ApiRequest = {
  /** For the log. */
  endpoint: string;
  url: URL;
  method?: 'GET' | 'POST';
  json?: unknown;
  jsonText?: string;
  /** Not cancelable: if the caller canceled, the result would be unknown. */
  isUninterrupted?: boolean;
};

/** Google allows a request up to 180 s; two megabytes of cells take a large part of it. */
const limits = { firstByteMs: 90_000, totalMs: 120_000 };

/** Google: Sheets quotas count per minute; responses do not say how much is left. */
const quotaWindowMs = 60_000;

const noWriteText = 'Google does not let us write this spreadsheet. Please grant Google access again.';

/**
 * Sheets and Drive report an inaccessible file with the codes that Ads uses for an account, but the person needs
 * another text. A second throttle without a given wait means that the minute's quota is used up.
 */
const judge = (answer: ProviderAnswer, attempt: number): ProviderError => {
  const error = judgeGoogleAnswer(answer);
  const { outcome, userMessage, status, providerCode, requestId, retryAfterMs } = error;
  const isFileClosed = outcome === 'account';
  return new ProviderError('google', {
    outcome: isFileClosed ? 'fail' : outcome,
    userMessage: isFileClosed ? noWriteText : userMessage,
    status,
    providerCode,
    requestId,
    retryAfterMs: retryAfterMs ?? (outcome === 'wait' && attempt > 1 ? quotaWindowMs : undefined),
  });
};

/** One call, without retries. */
const exchange = async <T>(
  call: PlatformCall,
  { isUninterrupted = false, ...request }: ApiRequest,
  schema: z.ZodType<T>,
  attempt: number,
  logger: Logger,
): Promise<T> => {
  const answer = await callProvider('google', {
    ...request,
    headers: { authorization: `Bearer ${call.accessToken}` },
    signal: isUninterrupted ? undefined : call.signal,
    limits,
    logger,
  });
  if (answer.status !== 200) throw judge(answer, attempt);
  return readBody('google', answer, schema);
};

/**
 * Retries `run` on temporary failures; each `send` inside is one plain call. While Google throttles one call of a
 * grant, its other calls wait too.
 */
export const createSheetsApi = (logger: Logger, budget: CallBudget = createLocalBudget()) => {
  const pacer = createPacer('google', budget);

  const sendAs =
    (call: PlatformCall, attempt: number): Send =>
    async (request, schema) => {
      const holdKey = `person:${hashSecret(call.accessToken)}`;
      await pacer.checkHolds([holdKey], call.patience);
      // Drive creates and finds files; its quota is far larger.
      if (!request.endpoint.startsWith('files.')) {
        const action = request.method === 'POST' ? 'write' : 'read';
        await takeSheetsTurn(pacer, action, { kind: 'person', token: call.accessToken }, call);
      }
      try {
        return await exchange(call, request, schema, attempt, logger);
      } catch (error) {
        if (error instanceof ProviderError && error.outcome === 'wait' && error.retryAfterMs !== undefined)
          await pacer.hold(holdKey, error.retryAfterMs);
        throw error;
      }
    };

  return {
    run: <T>(call: PlatformCall, run: (send: Send) => Promise<T>): Promise<T> =>
      withRetry((attempt) => run(sendAs(call, attempt)), { patience: call.patience, signal: call.signal }),
  };
};

export type Send = <T>(request: ApiRequest, schema: z.ZodType<T>) => Promise<T>;
