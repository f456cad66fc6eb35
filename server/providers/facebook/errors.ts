import { messages } from '#shared/messages.ts';
import { judgeStatus, peekJson } from '../http.ts';
import type { ProviderAnswer } from '../http.ts';
import { ProviderError } from '../ProviderError.ts';
import type { ProviderOutcome } from '../ProviderError.ts';
import { errorAnswer } from './types.ts';
import type { GraphFault, ReportRun } from './types.ts';
import { readUsage, shortestBlockMs } from './usage.ts';

const platform = 'facebook' as const;

const texts = {
  reconnect: messages.connections.reconnect(platform),
  securityCheck: 'Facebook wants you to pass a security check there first; then grant access again',
  throttled: messages.platform.throttled(platform),
  unavailable: messages.platform.unavailable(platform),
  scopeMissing:
    'The granted access to Facebook lacks a permission. Please grant access again and keep every permission.',
  noAccess: 'This Facebook ad account cannot be read with the granted access',
  noPageAccess:
    'Facebook does not hand out the leads of this Page. Its admin can allow it in the settings for access to leads.',
  noPageRole: 'The access to this Facebook Page has ended. Its admin can give it back.',
  noForm: 'Facebook no longer has this form',
  callback: 'Facebook could not reach the address for new leads on this server: its operator has to check it',
  tooLarge: 'Facebook cannot give so much data at once. Please choose a shorter range.',
  reportFailed: 'Facebook could not put together the figures of this ad account. We will try again later.',
  tooOld: 'Facebook keeps insights for 37 months. Please choose a later start.',
  blocked: 'Facebook has blocked this action for now. Its own pages say why.',
  restart: 'The sign-in at Facebook was used up or took too long. Please try again.',
  operator: 'Facebook refuses this server: its operator has to check the app and its version',
  ours: 'Facebook did not take our request',
} as const;

type Judgement = readonly [ProviderOutcome, string];

const reconnect: Judgement = ['reconnect', texts.reconnect];
const wait: Judgement = ['wait', texts.throttled];
const retry: Judgement = ['retry', texts.unavailable];
const split: Judgement = ['split', texts.tooLarge];
const scopeMissing: Judgement = ['scope-missing', texts.scopeMissing];
const operator: Judgement = ['fail', texts.operator];
const ours: Judgement = ['fail', texts.ours];

/** Meta: `code/subcode` decides before `code`; the English never does, but for the one case below. */
const judgements: Readonly<Record<string, Judgement>> = {
  '-3/1504045': split,
  '-2/2490547': retry,
  '1': retry,
  '2': retry,
  '2/1504038': split,
  '2/1504041': ours,
  '3': operator,
  '4': wait,
  '10': scopeMissing,
  '17': wait,
  '32': wait,
  '100': ours,
  '100/1487534': split,
  '100/1504018': split,
  '100/3191001': scopeMissing,
  '100/36007': ['fail', texts.restart],
  '100/36008': operator,
  '100/36009': ['fail', texts.restart],
  '101': operator,
  '102': reconnect,
  '190': reconnect,
  '190/459': ['reconnect', texts.securityCheck],
  '190/464': ['reconnect', texts.securityCheck],
  '294': scopeMissing,
  '341': wait,
  '368': ['fail', texts.blocked],
  '613': wait,
  '803': ours,
  '2200': ['fail', texts.callback],
  '2500': ours,
  '2635': operator,
  '3018': ['fail', texts.tooOld],
};

/** Meta: the limits of the business use cases, 80000 (insights) to 80014 (catalogue batch). */
const isBusinessLimit = (code: number): boolean => code >= 80_000 && code <= 80_014;

/** Meta: 200 to 299 say that a permission is missing. */
const isPermissionFault = (code: number): boolean => code >= 200 && code <= 299 && code !== 294;

/**
 * Meta: faults of a Page's own token or role, which say nothing about the person's. A plain 190 is what a call without
 * the token of a Page is refused with; a grant that has ended comes with a subcode.
 */
const pageFaults: ReadonlySet<string> = new Set(['100/33', '190', '190/492']);

/** Meta gives "too much at once" no code of its own: it comes as code 1, like every unknown fault. */
const asksForLess = (fault: GraphFault): boolean =>
  fault.code === 1 && /reduce the amount of data/i.test(fault.message);

/** What a call is about: an ad account, a Page or one of its forms (in whose name it is made), or the person or the app alone. */
export type CallSubject = 'account' | 'page' | 'form' | 'person';

/** Whom a throttle holds up: the ad account or Page, the person, or everyone who uses the app. */
export type ThrottleScope = 'account' | 'person' | 'app';

/** @param subject of the call: a missing permission may concern this ad account or this Page alone */
export const judgeGraphAnswer = (answer: ProviderAnswer, subject: CallSubject): ProviderError => {
  const parsed = errorAnswer.safeParse(peekJson(answer));
  if (!parsed.success) return judgeStatus(platform, answer);
  const fault = parsed.data.error;
  const [outcome, userMessage] = judge(fault, answer.status, subject);
  return new ProviderError(platform, {
    outcome,
    userMessage,
    status: answer.status,
    providerCode: codeOf(fault),
    requestId: fault.fbtrace_id ?? answer.requestId,
    retryAfterMs: outcome === 'wait' ? Math.max(readUsage(answer.headers).regainMs, shortestBlockMs) : undefined,
  });
};

const codeOf = (fault: GraphFault): string =>
  fault.error_subcode === undefined ? String(fault.code) : `${fault.code}/${fault.error_subcode}`;

const judge = (fault: GraphFault, status: number, subject: CallSubject): Judgement => {
  if (asksForLess(fault)) return split;
  if (subject === 'account' && (isPermissionFault(fault.code) || codeOf(fault) === '100/33'))
    return ['account', texts.noAccess];
  if (subject === 'form' && codeOf(fault) === '100/33') return ['gone', texts.noForm];
  const isOfPage = subject === 'page' || subject === 'form';
  if (isOfPage && pageFaults.has(codeOf(fault))) return ['account', texts.noPageRole];
  if (isOfPage && (isPermissionFault(fault.code) || fault.code === 10)) return ['account', texts.noPageAccess];
  if (isPermissionFault(fault.code)) return scopeMissing;
  if (isBusinessLimit(fault.code)) return wait;
  const known = judgements[codeOf(fault)] ?? judgements[String(fault.code)];
  if (known) return known;
  return fault.is_transient || status >= 500 ? retry : ours;
};

/** Codes of a query that is too large as a whole, so that smaller pages of it are of no use. */
const largeQueries: ReadonlySet<string> = new Set(['-3/1504045', '100/1487534']);
/** Codes of a query that Meta worked on for too long. */
const slowQueries: ReadonlySet<string> = new Set(['100/1504018', '2/1504038']);

/** Whether smaller pages of the same query may be carried. */
export const isHeavyPage = (error: ProviderError): boolean =>
  error.outcome === 'split' && !isLargeQuery(error) && !isSlowQuery(error);

const isLargeQuery = ({ providerCode = '' }: ProviderError): boolean => largeQueries.has(providerCode);

/** Whether Meta ran out of time, which it has more of in a report. */
export const isSlowQuery = ({ providerCode = '' }: ProviderError): boolean => slowQueries.has(providerCode);

/** Why a report has no rows. A fault that could pass, too, is one of this ad account: it has lasted for a whole report. */
export const judgeFailedReport = (run: ReportRun): ProviderError => {
  const fault = { message: '', code: run.error_code ?? 1, error_subcode: run.error_subcode };
  const [outcome, userMessage] = judge(fault, 200, 'account');
  const isOfAccount = outcome === 'retry' || outcome === 'fail';
  return new ProviderError(platform, {
    outcome: isOfAccount ? 'account' : outcome,
    userMessage: isOfAccount ? texts.reportFailed : userMessage,
    providerCode: run.error_code === undefined ? run.async_status : codeOf(fault),
    retryAfterMs: outcome === 'wait' ? shortestBlockMs : undefined,
  });
};

/** Whether Meta may as well have meant the whole grant when it refused one account or Page. */
export const mayBeLostPermission = (error: ProviderError): boolean => {
  const code = Number(error.providerCode?.split('/')[0]);
  return error.outcome === 'account' && (isPermissionFault(code) || code === 10);
};

export const throttleScope = (error: ProviderError): ThrottleScope => {
  const code = error.providerCode?.split('/')[0];
  if (code === '4' || code === '341') return 'app';
  return code === '17' || code === '32' ? 'person' : 'account';
};
