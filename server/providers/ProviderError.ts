import type { PlatformId } from '#shared/platforms.ts';

/**
 * What a failed provider call asks of us:
 * - `reconnect`: the grant is dead, the person has to consent again
 * - `token-rejected`: the access token was refused; worth one refresh where a refresh token exists, else `reconnect`
 * - `scope-missing`: the grant lives but lacks a permission
 * - `account`: this one ad account cannot be read, the others can
 * - `gone`: the platform no longer has what was asked for, such as a deleted form
 * - `wait`: throttled; `retryAfterMs` says how long where the provider told
 * - `retry`: a passing fault on the provider's side
 * - `split`: the query is too large for one answer
 * - `fail`: asking again will not help; also our own mistakes and the operator's settings
 */
export type ProviderOutcome =
  'reconnect' | 'token-rejected' | 'scope-missing' | 'account' | 'gone' | 'wait' | 'retry' | 'split' | 'fail';

type ProviderErrorDetails = {
  outcome: ProviderOutcome;
  /** A fixed text of ours for the person; never the provider's own words. */
  userMessage: string;
  status?: number;
  /** The provider's code, e.g. `190/463` or `quotaError.RESOURCE_EXHAUSTED`. */
  providerCode?: string;
  /** What the provider's support asks for: fbtrace_id, requestId, request_id. */
  requestId?: string;
  retryAfterMs?: number;
  /** A `retry` of one account: the endpoint has answered, but the answer was cut or cannot be read. */
  isAnswered?: boolean;
  cause?: unknown;
};

/** A failed call to a platform, judged by the provider's codes rather than by its English. Holds no tokens and no bodies. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly platform: PlatformId;
  readonly outcome: ProviderOutcome;
  readonly userMessage: string;
  readonly status: number | undefined;
  readonly providerCode: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly isAnswered: boolean;

  constructor(platform: PlatformId, details: ProviderErrorDetails) {
    super(
      `${platform}: ${details.outcome}${details.providerCode ? ` (${details.providerCode})` : ''}: ${details.userMessage}`,
      {
        cause: details.cause,
      },
    );
    this.platform = platform;
    this.outcome = details.outcome;
    this.userMessage = details.userMessage;
    this.status = details.status;
    this.providerCode = details.providerCode;
    this.requestId = details.requestId;
    this.retryAfterMs = details.retryAfterMs;
    this.isAnswered = details.isAnswered ?? false;
  }
}
