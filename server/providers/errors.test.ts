import { describe, expect, it } from 'vitest';
import { judgeGraphAnswer, throttleScope } from './facebook/errors.ts';
import { readUsage, spacingMs } from './facebook/usage.ts';
import { isProjectQuota, judgeGoogleAnswer, judgeTokenAnswer } from './google/errors.ts';
import type { ProviderAnswer } from './calls/http.ts';
import { judgeStatus } from './calls/http.ts';
import { judgeTikTokCode } from './tiktok/errors.ts';

/** Error codes of the platforms and the outcome of each. */

const answerOf = (status: number, body: unknown, headers: Record<string, string> = {}): ProviderAnswer => ({
  endpoint: 'test',
  status,
  headers: new Headers(headers),
  text: typeof body === 'string' ? body : JSON.stringify(body),
  requestId: undefined,
});

const adsFailure = (category: string, code: string, quota?: object) => ({
  error: {
    code: 403,
    message: 'English that nobody reads',
    status: 'PERMISSION_DENIED',
    details: [
      { '@type': 'type.googleapis.com/google.rpc.Help' },
      {
        '@type': 'type.googleapis.com/google.ads.googleads.v27.errors.GoogleAdsFailure',
        errors: [
          {
            errorCode: { [category]: code },
            message: 'more',
            ...(quota ? { details: { quotaErrorDetails: quota } } : {}),
          },
        ],
        requestId: 'rQdemo1',
      },
    ],
  },
});
const rpcFailure = (status: string, reason?: string) => ({
  error: {
    code: 403,
    status,
    message: 'x',
    ...(reason
      ? { details: [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason, domain: 'googleapis.com' }] }
      : {}),
  },
});

const graphFault = (code: number, subcode?: number, more: object = {}) => ({
  error: { message: 'x', type: 'OAuthException', code, error_subcode: subcode, fbtrace_id: 'AsandboxTrace', ...more },
});

describe('google', () => {
  it.each([
    [401, adsFailure('authenticationError', 'OAUTH_TOKEN_EXPIRED'), 'token-rejected'],
    [401, adsFailure('authenticationError', 'NOT_ADS_USER'), 'account'],
    [403, adsFailure('authorizationError', 'CUSTOMER_NOT_ENABLED'), 'account'],
    [403, adsFailure('authorizationError', 'USER_PERMISSION_DENIED'), 'account'],
    [403, adsFailure('authorizationError', 'CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION'), 'fail'],
    [403, adsFailure('authorizationError', 'A_CODE_OF_A_LATER_VERSION'), 'account'],
    [429, adsFailure('quotaError', 'RESOURCE_TEMPORARILY_EXHAUSTED'), 'wait'],
    [429, adsFailure('quotaError', 'EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION'), 'split'],
    [400, adsFailure('requestError', 'UNSUPPORTED_VERSION'), 'fail'],
    [500, adsFailure('internalError', 'TRANSIENT_ERROR'), 'retry'],
    [403, [adsFailure('authorizationError', 'CUSTOMER_NOT_ENABLED')], 'account'],
    [401, rpcFailure('UNAUTHENTICATED'), 'token-rejected'],
    [403, rpcFailure('PERMISSION_DENIED', 'ACCESS_TOKEN_SCOPE_INSUFFICIENT'), 'scope-missing'],
    [403, rpcFailure('PERMISSION_DENIED', 'SERVICE_DISABLED'), 'fail'],
    [429, rpcFailure('RESOURCE_EXHAUSTED', 'RATE_LIMIT_EXCEEDED'), 'wait'],
    [503, rpcFailure('UNAVAILABLE'), 'retry'],
    [400, rpcFailure('INVALID_ARGUMENT'), 'fail'],
    [404, '<html>Not Found</html>', 'fail'],
    [503, '<html>Bad gateway</html>', 'retry'],
  ])('%i %j is %s', (status, body, outcome) => {
    const error = judgeGoogleAnswer(answerOf(status, body));
    expect(error.outcome).toBe(outcome);
    expect(error.message).not.toContain('English');
  });

  it.each([
    ['storageQuotaExceeded', 'fail', /Drive is full/],
    ['teamDriveFileLimitExceeded', 'fail', /as many files/],
    ['rateLimitExceeded', 'wait', /limits how often/],
    ['userRateLimitExceeded', 'wait', /limits how often/],
    ['dailyLimitExceeded', 'wait', /tomorrow/],
    ['accessNotConfigured', 'fail', /Its operator/],
    ['domainPolicy', 'fail', /administrator of your Google Workspace/],
    ['insufficientPermissions', 'scope-missing', /lacks a permission/],
    ['aReasonOfALaterVersion', 'fail', /rejected our request \(aReasonOfALaterVersion\)/],
  ])('a 403 of Drive for %s is %s', (reason, outcome, words) => {
    const body = {
      error: { code: 403, message: 'English', errors: [{ domain: 'usageLimits', reason, message: 'English' }] },
    };
    const error = judgeGoogleAnswer(answerOf(403, body));
    expect(error).toMatchObject({ outcome, providerCode: reason, userMessage: expect.stringMatching(words) });
    expect(error.message).toContain(reason);
    expect(error.message).not.toContain('English');
  });

  it('shows no text of Google in place of a code', () => {
    const body = { error: { code: 403, errors: [{ reason: 'Please call <b>us</b>' }] } };
    expect(judgeGoogleAnswer(answerOf(403, body)).userMessage).not.toContain('call');
    expect(judgeGoogleAnswer(answerOf(403, { error: { code: 403 } })).providerCode).toBe('http-403');
  });

  it('reads duration, scope and support id of an exhausted quota', () => {
    const quota = { rateScope: 'DEVELOPER', rateName: 'Number of operations', retryDelay: '8962s' };
    const answer = answerOf(429, adsFailure('quotaError', 'RESOURCE_EXHAUSTED', quota));
    expect(judgeGoogleAnswer(answer)).toMatchObject({ outcome: 'wait', retryAfterMs: 8_962_000, requestId: 'rQdemo1' });
    expect(isProjectQuota(answer)).toBe(true);
  });

  it.each([
    [400, { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' }, 'reconnect'],
    [401, { error: 'invalid_client' }, 'fail'],
    [400, { error: 'redirect_uri_mismatch' }, 'fail'],
    [500, { error: 'internal_failure' }, 'retry'],
    [429, { error: 'rate_limit_exceeded' }, 'wait'],
    [502, '<html>', 'retry'],
  ])('token endpoint: %i %j is %s', (status, body, outcome) => {
    expect(judgeTokenAnswer(answerOf(status, body)).outcome).toBe(outcome);
  });
});

describe('facebook', () => {
  it.each([
    [190, 463, 'reconnect'],
    [190, 460, 'reconnect'],
    [190, undefined, 'reconnect'],
    [102, undefined, 'reconnect'],
    [10, undefined, 'scope-missing'],
    [200, undefined, 'account'],
    [294, undefined, 'scope-missing'],
    [100, 33, 'account'],
    [100, 3191001, 'scope-missing'],
    [100, 36009, 'fail'],
    [100, 1487534, 'split'],
    [100, undefined, 'fail'],
    [1, undefined, 'retry'],
    [2, undefined, 'retry'],
    [2, 1504038, 'split'],
    [4, 1504022, 'wait'],
    [17, 2446079, 'wait'],
    [32, undefined, 'wait'],
    [341, undefined, 'wait'],
    [613, 1487742, 'wait'],
    [80000, 2446079, 'wait'],
    [80004, undefined, 'wait'],
    [80014, undefined, 'wait'],
    [368, undefined, 'fail'],
    [2635, undefined, 'fail'],
    [3018, undefined, 'fail'],
    [987654, undefined, 'fail'],
  ])('code %i/%s on an account is %s', (code, subcode, outcome) => {
    expect(judgeGraphAnswer(answerOf(400, graphFault(code, subcode)), 'account').outcome).toBe(outcome);
  });

  it.each([
    [190, undefined, 'account'],
    [190, 492, 'account'],
    [190, 458, 'reconnect'],
    [190, 460, 'reconnect'],
    [190, 463, 'reconnect'],
    [100, 33, 'account'],
    [200, undefined, 'account'],
    [10, undefined, 'account'],
    [32, undefined, 'wait'],
    [80001, undefined, 'wait'],
    [80005, undefined, 'wait'],
    [1, 99, 'retry'],
  ])('code %i/%s on a Page is %s', (code, subcode, outcome) => {
    expect(judgeGraphAnswer(answerOf(400, graphFault(code, subcode)), 'page').outcome).toBe(outcome);
  });

  it('treats an unknown form as deleted, and other faults of a form as faults of its Page', () => {
    const outcomeOf = (code: number, subcode?: number) =>
      judgeGraphAnswer(answerOf(400, graphFault(code, subcode)), 'form').outcome;
    expect([outcomeOf(100, 33), outcomeOf(190, 492), outcomeOf(200), outcomeOf(80005)]).toEqual([
      'gone',
      'account',
      'account',
      'wait',
    ]);
  });

  it('names the code of a refusal without a known reason', () => {
    const { userMessage, message } = judgeGraphAnswer(answerOf(400, graphFault(987654, 321)), 'account');
    expect(userMessage).toBe(
      'Facebook rejected our request (code 987654/321). Please show this code to the operator of this server.',
    );
    expect(message).toContain('987654/321');
  });

  it('attributes a missing permission outside an account to the grant', () => {
    expect(judgeGraphAnswer(answerOf(403, graphFault(200)), 'person').outcome).toBe('scope-missing');
  });

  it('distinguishes "too much at once" from the unknown fault with the same code', () => {
    const message = "Please reduce the amount of data you're asking for, then retry your request";
    expect(judgeGraphAnswer(answerOf(500, graphFault(1, 99, { message })), 'account').outcome).toBe('split');
  });

  it('retries what Meta calls transient', () => {
    expect(
      judgeGraphAnswer(answerOf(400, graphFault(987654, undefined, { is_transient: true })), 'account').outcome,
    ).toBe('retry');
  });

  it('waits for the longest time in the headers, at least a minute', () => {
    const headers = {
      'x-business-use-case-usage': JSON.stringify({
        900100200300: [
          {
            type: 'ads_insights',
            call_count: 100,
            total_cputime: 25,
            total_time: 25,
            estimated_time_to_regain_access: 19,
          },
        ],
      }),
      'x-ad-account-usage': JSON.stringify({ acc_id_util_pct: 9.67, reset_time_duration: 100 }),
    };
    expect(judgeGraphAnswer(answerOf(400, graphFault(80000), headers), 'account').retryAfterMs).toBe(19 * 60_000);
    expect(judgeGraphAnswer(answerOf(400, graphFault(17)), 'account').retryAfterMs).toBe(60_000);
    expect(readUsage(new Headers(headers))).toEqual({ percent: 100, appPercent: 0, regainMs: 1_140_000 });
    expect(readUsage(new Headers({ 'x-app-usage': 'no json' }))).toEqual({ percent: 0, appPercent: 0, regainMs: 0 });
  });

  it.each([
    [4, 'app'],
    [17, 'person'],
    [80000, 'account'],
  ])('a throttle with code %i blocks the %s', (code, scope) => {
    expect(throttleScope(judgeGraphAnswer(answerOf(400, graphFault(code)), 'account'))).toBe(scope);
  });

  it('slows down from 75 percent', () => {
    expect([50, 75, 87.5, 100, 130].map((percent) => spacingMs(percent, 'background'))).toEqual([
      0, 0, 5_000, 10_000, 10_000,
    ]);
  });
});

describe('tiktok', () => {
  it.each([
    [40105, 'reconnect'],
    [40102, 'reconnect'],
    [40001, 'account'],
    [40300, 'account'],
    [40100, 'wait'],
    [40016, 'wait'],
    [40133, 'wait'],
    [40201, 'retry'],
    [40202, 'retry'],
    [50000, 'retry'],
    [51305, 'retry'],
    [60001, 'retry'],
    [40002, 'fail'],
    [40110, 'fail'],
    [40113, 'fail'],
    [49999, 'fail'],
  ])('code %i on an account is %s', (code, outcome) => {
    expect(judgeTikTokCode(answerOf(200, {}), { code, message: '', requestId: 'r' }, true).outcome).toBe(outcome);
  });

  it('attributes a missing permission outside an account to the grant', () => {
    expect(judgeTikTokCode(answerOf(200, {}), { code: 40001, message: '', requestId: 'r' }, false).outcome).toBe(
      'scope-missing',
    );
  });
});

it.each([
  [429, { 'retry-after': '7' }, 'wait', 7000],
  [503, {}, 'retry', undefined],
  [302, { location: 'https://elsewhere.test/' }, 'fail', undefined],
  [404, {}, 'fail', undefined],
  [401, {}, 'token-rejected', undefined],
])('a proxy error page with status %i is %s', (status, headers, outcome, retryAfterMs) => {
  expect(judgeStatus('tiktok', answerOf(status, '<html>', headers))).toMatchObject({ outcome, retryAfterMs });
});
