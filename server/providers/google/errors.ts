import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { ProviderAnswer } from '../calls/http.ts';
import { judgeStatus, peekJson } from '../calls/http.ts';
import { ProviderError } from '../ProviderError.ts';
import type { ProviderOutcome } from '../ProviderError.ts';
import { failureAnswer, tokenError } from './types.ts';
import type { GoogleFailure } from './types.ts';

const platform = 'google' satisfies PlatformId;

const texts = {
  reconnect: messages.connections.reconnect(platform),
  throttled: messages.platform.throttled(platform),
  unavailable: messages.platform.unavailable(platform),
  scopeMissing: 'The granted access to Google lacks a permission. Please grant access again and tick every box.',
  noAccess: 'This Google Ads account cannot be read with the granted access',
  notEnabled: 'This Google Ads account is canceled or not set up yet',
  secureAccount: 'Google asks you to turn on 2-Step Verification for your Google account first',
  tooLarge: 'This Google Ads account has too much data in the range. Please choose a shorter one.',
  operator: 'Google refuses this server. Its operator has to check the Google Cloud project.',
  driveFull: 'Your Google Drive is full. Please free some space or get more, and then try again.',
  tooManyFiles: 'Your Google Drive holds as many files as Google allows. Please delete some, and then try again.',
  dailyLimit:
    'Google allows this server no more calls today. Please try again tomorrow. Its operator can ask Google for more.',
  forbiddenByDomain: 'The administrator of your Google Workspace does not allow this. Please ask them.',
  ours: (code: string) =>
    `Google rejected our request (${code}). Please show this code to the operator of this server.`,
} as const;

/** The person's Google account has no Google Ads at all. */
export const notAdsUserCode = 'authenticationError.NOT_ADS_USER';

/** One field of a query is unknown to this version of the API. */
export const unknownFieldCode = 'queryError.UNRECOGNIZED_FIELD';

type Judgement = readonly [ProviderOutcome, string];

/** Google: category (the key of `errorCode`) and code decide, not the English text or the HTTP status alone. */
const judgements: Readonly<Record<string, Judgement>> = {
  'authenticationError.OAUTH_TOKEN_EXPIRED': ['token-rejected', texts.reconnect],
  'authenticationError.OAUTH_TOKEN_INVALID': ['token-rejected', texts.reconnect],
  'authenticationError.OAUTH_TOKEN_REVOKED': ['token-rejected', texts.reconnect],
  'authenticationError.OAUTH_TOKEN_DISABLED': ['token-rejected', texts.reconnect],
  'authenticationError.OAUTH_TOKEN_HEADER_INVALID': ['token-rejected', texts.reconnect],
  'authenticationError.GOOGLE_ACCOUNT_DELETED': ['reconnect', texts.reconnect],
  'authenticationError.GOOGLE_ACCOUNT_USER_AND_ADS_ACCOUNT_MISMATCH': ['account', texts.noAccess],
  [notAdsUserCode]: ['account', 'This Google user has no Google Ads account'],
  'authenticationError.CUSTOMER_NOT_FOUND': ['account', texts.noAccess],
  'authenticationError.CLIENT_CUSTOMER_ID_INVALID': ['account', texts.noAccess],
  'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED': ['fail', texts.secureAccount],
  'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED': ['fail', texts.secureAccount],
  'authenticationError.DEVELOPER_TOKEN_INVALID': ['fail', texts.operator],
  'authorizationError.USER_PERMISSION_DENIED': ['account', texts.noAccess],
  'authorizationError.CUSTOMER_NOT_ENABLED': ['account', texts.notEnabled],
  'authorizationError.INCOMPLETE_SIGNUP': ['account', texts.notEnabled],
  'authorizationError.INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION': ['account', texts.noAccess],
  'authorizationError.ACCESS_DENIED_FOR_ACCOUNT_TYPE': ['account', texts.noAccess],
  'authorizationError.METRIC_ACCESS_DENIED': ['account', texts.noAccess],
  'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT': ['account', texts.noAccess],
  'authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION': ['fail', texts.operator],
  'authorizationError.DEVELOPER_TOKEN_NOT_APPROVED': ['fail', texts.operator],
  'authorizationError.DEVELOPER_TOKEN_PROHIBITED': ['fail', texts.operator],
  'authorizationError.PROJECT_DISABLED': ['fail', texts.operator],
  'authorizationError.MISSING_TOS': ['fail', texts.operator],
  'quotaError.RESOURCE_EXHAUSTED': ['wait', texts.throttled],
  'quotaError.RESOURCE_TEMPORARILY_EXHAUSTED': ['wait', texts.throttled],
  'quotaError.EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION': ['split', texts.tooLarge],
  'quotaError.EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION': ['wait', texts.throttled],
  'requestError.EXPIRED_PAGE_TOKEN': ['retry', texts.unavailable],
  'requestError.UNSUPPORTED_VERSION': ['fail', texts.operator],
  'queryError.REQUESTED_METRICS_FOR_MANAGER': ['account', 'A manager account has no metrics of its own'],
  'internalError.TRANSIENT_ERROR': ['retry', texts.unavailable],
  'internalError.INTERNAL_ERROR': ['retry', texts.unavailable],
  'internalError.DEADLINE_EXCEEDED': ['retry', texts.unavailable],
  'databaseError.CONCURRENT_MODIFICATION': ['retry', texts.unavailable],
};

/** `reason` of a google.rpc.ErrorInfo. */
const reasonJudgements: Readonly<Record<string, Judgement>> = {
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: ['scope-missing', texts.scopeMissing],
  ACCESS_TOKEN_EXPIRED: ['token-rejected', texts.reconnect],
  SERVICE_DISABLED: ['fail', texts.operator],
  RATE_LIMIT_EXCEEDED: ['wait', texts.throttled],
};

/** Google: Drive answers 403 to far more than a missing consent. */
const driveJudgements: Readonly<Record<string, Judgement>> = {
  storageQuotaExceeded: ['fail', texts.driveFull],
  teamDriveFileLimitExceeded: ['fail', texts.tooManyFiles],
  numChildrenInNonRootLimitExceeded: ['fail', texts.tooManyFiles],
  activeItemCreationLimitExceeded: ['fail', texts.tooManyFiles],
  rateLimitExceeded: ['wait', texts.throttled],
  userRateLimitExceeded: ['wait', texts.throttled],
  quotaExceeded: ['wait', texts.throttled],
  dailyLimitExceeded: ['wait', texts.dailyLimit],
  dailyLimitExceededUnreg: ['fail', texts.operator],
  accessNotConfigured: ['fail', texts.operator],
  domainPolicy: ['fail', texts.forbiddenByDomain],
  insufficientPermissions: ['scope-missing', texts.scopeMissing],
  authError: ['token-rejected', texts.reconnect],
  backendError: ['retry', texts.unavailable],
  internalError: ['retry', texts.unavailable],
};

/** `status` of the error, a google.rpc.Code, used if nothing more specific is given. */
const statusJudgements: Readonly<Record<string, Judgement>> = {
  UNAUTHENTICATED: ['token-rejected', texts.reconnect],
  PERMISSION_DENIED: ['account', texts.noAccess],
  RESOURCE_EXHAUSTED: ['wait', texts.throttled],
  UNAVAILABLE: ['retry', texts.unavailable],
  DEADLINE_EXCEEDED: ['retry', texts.unavailable],
  INTERNAL: ['retry', texts.unavailable],
  UNKNOWN: ['retry', texts.unavailable],
  ABORTED: ['retry', texts.unavailable],
};

/** Converts a failure of a Google API (Ads, Sheets, Drive); the provider's own text is dropped. */
export const judgeGoogleAnswer = (answer: ProviderAnswer): ProviderError => {
  const parsed = failureAnswer.safeParse(peekJson(answer));
  if (!parsed.success) return judgeStatus(platform, answer);
  const { error } = parsed.data;
  const { code, judgement } = judge(error, answer.status);
  const bare = judgeStatus(platform, answer);
  return new ProviderError(platform, {
    outcome: judgement?.[0] ?? bare.outcome,
    userMessage: judgement?.[1] ?? texts.ours(codeForPeople(code)),
    status: answer.status,
    providerCode: code,
    requestId: error.details.find((detail) => detail.requestId)?.requestId ?? answer.requestId,
    retryAfterMs: readRetryDelay(error) ?? bare.retryAfterMs,
    refusedNames: code === unknownFieldCode ? readFieldNames(error) : [],
  });
};

/** Codes are words; any other text of the provider is not shown. */
const codeForPeople = (code: string): string => (/^[\w.-]{1,80}$/.test(code) ? code : 'unknown code');

const judge = (error: GoogleFailure, status: number): { code: string; judgement: Judgement | undefined } => {
  const failures = error.details
    // The type contains the API version, which changes every few months.
    .filter((detail) => detail['@type'].endsWith('.errors.GoogleAdsFailure'))
    .flatMap((detail) => detail.errors)
    .flatMap((each) => Object.entries(each.errorCode).map(([category, code]) => `${category}.${String(code)}`));
  const known = failures.find((code) => code in judgements);
  if (known !== undefined) return { code: known, judgement: judgements[known] };
  const reason = error.details.map((detail) => detail.reason).find((each) => each !== undefined);
  if (reason !== undefined && reason in reasonJudgements) return { code: reason, judgement: reasonJudgements[reason] };
  const driveReason = error.errors.map((each) => each.reason).find((each) => each !== undefined);
  if (driveReason !== undefined && driveReason in driveJudgements)
    return { code: driveReason, judgement: driveJudgements[driveReason] };
  const code = failures[0] ?? reason ?? driveReason ?? (error.status || `http-${status}`);
  return { code, judgement: statusJudgements[error.status] };
};

/** All names such as `campaign.status` in the texts of a refusal. Only those of the query are used. */
const readFieldNames = (error: GoogleFailure): string[] =>
  error.details
    .flatMap((detail) => detail.errors)
    .flatMap(({ message }) => message.match(/\b[a-z_]+(?:\.[a-z_]+)+\b/g) ?? []);

/** Google: `retryDelay` is a duration such as `8962s`, and may be hours. */
const readRetryDelay = (error: GoogleFailure): number | undefined => {
  for (const { details } of error.details.flatMap((detail) => detail.errors)) {
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(details?.quotaErrorDetails?.retryDelay ?? '')?.[1];
    if (seconds !== undefined) return Math.ceil(Number(seconds) * 1000);
  }
  return undefined;
};

/** Whether the exhausted quota belongs to the whole Cloud project, not to one customer. */
export const isProjectQuota = (answer: ProviderAnswer): boolean => {
  const parsed = failureAnswer.safeParse(peekJson(answer));
  const failures = parsed.success ? parsed.data.error.details.flatMap((detail) => detail.errors) : [];
  return failures.some(({ details }) => details?.quotaErrorDetails?.rateScope === 'DEVELOPER');
};

const tokenJudgements: Readonly<Record<string, Judgement>> = {
  invalid_grant: ['reconnect', texts.reconnect],
  invalid_client: ['fail', texts.operator],
  unauthorized_client: ['fail', texts.operator],
  redirect_uri_mismatch: ['fail', texts.operator],
  temporarily_unavailable: ['retry', texts.unavailable],
  internal_failure: ['retry', texts.unavailable],
};

/** Converts a failure of the token endpoint, which uses OAuth error codes. */
export const judgeTokenAnswer = (answer: ProviderAnswer): ProviderError => {
  const parsed = tokenError.safeParse(peekJson(answer));
  if (!parsed.success || answer.status >= 500 || answer.status === 429) return judgeStatus(platform, answer);
  const judgement = tokenJudgements[parsed.data.error];
  return new ProviderError(platform, {
    outcome: judgement?.[0] ?? 'fail',
    userMessage: judgement?.[1] ?? texts.ours(codeForPeople(parsed.data.error)),
    status: answer.status,
    providerCode: parsed.data.error,
    requestId: answer.requestId,
  });
};
