import type { PlatformId } from '#shared/platforms.ts';

/**
 * What to do about a failed provider call:
 * - `reconnect`: the grant is dead; the person has to consent again
 * - `token-rejected`: the access token was refused; refresh once where possible, else `reconnect`
 * - `scope-missing`: the grant is valid but lacks a permission
 * - `account`: this ad account cannot be read, but others can
 * - `gone`: the platform no longer has the object, such as a deleted form
 * - `wait`: throttled; `retryAfterMs` says how long, if the provider gave a time
 * - `retry`: a temporary fault at the provider
 * - `split`: the query is too large for one response
 * - `fail`: a retry will not help; includes our own mistakes and the operator's settings
 */
export type ProviderOutcome =
  'reconnect' | 'token-rejected' | 'scope-missing' | 'account' | 'gone' | 'wait' | 'retry' | 'split' | 'fail';

type ProviderErrorDetails = {
  outcome: ProviderOutcome;
  /** Our own fixed text for the person, never the provider's text. */
  userMessage: string;
  status?: number;
  /** The provider's code, e.g. `190/463` or `quotaError.RESOURCE_EXHAUSTED`. */
  providerCode?: string;
  /** Id for the provider's support: fbtrace_id, requestId, request_id. */
  requestId?: string;
  retryAfterMs?: number;
  /** Field names in the platform's refusal of a query. */
  refusedNames?: readonly string[];
  /** A `retry` for one account: the endpoint responded, but the response was cut or unreadable. */
  isAnswered?: boolean;
  cause?: unknown;
};

/** A failed platform call, classified by the provider's codes, not its English texts. Holds no tokens and no bodies. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly platform: PlatformId;
  readonly outcome: ProviderOutcome;
  readonly userMessage: string;
  readonly status: number | undefined;
  readonly providerCode: string | undefined;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly refusedNames: readonly string[];
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
    this.refusedNames = details.refusedNames ?? [];
    this.isAnswered = details.isAnswered ?? false;
  }
}
