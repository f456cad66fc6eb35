import { messages } from '#shared/messages.ts';
import { judgeStatus, peekJson } from '../calls/http.ts';
import type { ProviderAnswer } from '../calls/http.ts';
import { ProviderError } from '../ProviderError.ts';
import type { ProviderOutcome } from '../ProviderError.ts';
import { errorAnswer } from './types.ts';
import type { GraphFault, ReportRun } from './types.ts';
import { readUsage, shortestBlockMs } from './usage.ts';

const platform = 'facebook' as const;

const texts = {
  reconnect: messages.connections.reconnect(platform),
  securityCheck: 'Facebook requires a security check first. Complete it there, then grant access again.',
  throttled: messages.platform.throttled(platform),
  unavailable: messages.platform.unavailable(platform),
  scopeMissing:
    'The granted access to Facebook lacks a permission. Please grant access again and keep every permission.',
  noAccess: 'This Facebook ad account cannot be read with the granted access',
  noPageAccess: 'Facebook does not share the leads of this Page. Its admin can allow it in the leads access settings.',
  noPageRole: 'Your access to this Facebook Page has ended. Its admin can restore it.',
  noForm: 'Facebook no longer has this form',
  callback: "Facebook could not reach this server's webhook address. Its operator has to check it.",
  tooLarge: 'Facebook cannot return this much data at once. Please choose a shorter range.',
  reportFailed: 'Facebook could not create the report of this ad account. We will try again later.',
  tooOld: 'Facebook keeps insights for 37 months. Please choose a later start.',
  blocked: 'Facebook has blocked this action for now. Its own pages say why.',
  restart: 'The sign-in at Facebook was used up or took too long. Please try again.',
  operator: 'Facebook refuses this server. Its operator has to check the app and its version.',
  ours: 'Facebook rejected our request',
} as const;

/** Fixed words with Meta's numbers, which its own pages explain. */
const withCode = (text: string, code: string): string =>
  `${text} (code ${code}). Please show this code to the operator of this server.`;

type Judgement = readonly [ProviderOutcome, string];

const reconnect: Judgement = ['reconnect', texts.reconnect];
const wait: Judgement = ['wait', texts.throttled];
const retry: Judgement = ['retry', texts.unavailable];
const split: Judgement = ['split', texts.tooLarge];
const scopeMissing: Judgement = ['scope-missing', texts.scopeMissing];
const operator: Judgement = ['fail', texts.operator];
const ours: Judgement = ['fail', texts.ours];

/** Meta: `code/subcode` takes precedence over `code`. The English text is ignored, except in the case below. */
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

/** Meta: the limits of the business use cases, 80000 (insights) to 80014 (catalog batch). */
const isBusinessLimit = (code: number): boolean => code >= 80_000 && code <= 80_014;

/** Meta: 200 to 299 say that a permission is missing. */
const isPermissionFault = (code: number): boolean => code >= 200 && code <= 299 && code !== 294;

/**
 * Meta: faults of a Page's own token or role, which say nothing about the person's. A call without the Page's token
 * gets a plain 190; an ended grant comes with a subcode.
 */
const pageFaults: ReadonlySet<string> = new Set(['100/33', '190', '190/492']);

/** Meta has no code for "too much at once": it uses code 1, like every unknown fault. */
const asksForLess = (fault: GraphFault): boolean =>
  fault.code === 1 && /reduce the amount of data/i.test(fault.message);

/** Subject of a call: an ad account, a Page or its form (called as the Page), or the person or the app. */
export type CallSubject = 'account' | 'page' | 'form' | 'person';

/** Whom a throttle blocks: the ad account or Page, the person, or every user of the app. */
export type ThrottleScope = 'account' | 'person' | 'app';

/** @param subject of the call: a missing permission may affect only this ad account or Page */
export const judgeGraphAnswer = (answer: ProviderAnswer, subject: CallSubject): ProviderError => {
  const parsed = errorAnswer.safeParse(peekJson(answer));
  if (!parsed.success) return judgeStatus(platform, answer);
  const fault = parsed.data.error;
  const [outcome, text] = judge(fault, answer.status, subject);
  return new ProviderError(platform, {
    outcome,
    userMessage: text === texts.ours ? withCode(text, codeOf(fault)) : text,
    status: answer.status,
    providerCode: codeOf(fault),
    requestId: fault.fbtrace_id ?? answer.requestId,
    retryAfterMs: outcome === 'wait' ? Math.max(readUsage(answer.headers).regainMs, shortestBlockMs) : undefined,
    refusedNames: readFieldNames(fault),
  });
};

/** All names in parentheses in the text of a refusal. Only those of the call are used. */
const readFieldNames = ({ message }: GraphFault): string[] =>
  [...message.matchAll(/\(([a-z_]+)\)/g)].map(([, name = '']) => name);

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

/** Codes of queries that are too large as a whole, where smaller pages do not help. */
const largeQueries: ReadonlySet<string> = new Set(['-3/1504045', '100/1487534']);
/** Codes of queries that timed out at Meta. */
const slowQueries: ReadonlySet<string> = new Set(['100/1504018', '2/1504038']);

/** Whether smaller pages of the same query may succeed. */
export const isHeavyPage = (error: ProviderError): boolean =>
  error.outcome === 'split' && !isLargeQuery(error) && !isSlowQuery(error);

/** Whether Meta refused a parameter, for example a field or a filter by a status that it does not know. */
export const isBadParameter = (error: unknown): boolean =>
  error instanceof ProviderError && error.providerCode === '100';

const isLargeQuery = ({ providerCode = '' }: ProviderError): boolean => largeQueries.has(providerCode);

/** Whether Meta timed out; reports have more time. */
export const isSlowQuery = ({ providerCode = '' }: ProviderError): boolean => slowQueries.has(providerCode);

/**
 * Why a report failed. A possibly temporary fault counts against this ad account, because it lasted for a whole report.
 */
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

/** Whether Meta's refusal of one account or Page may concern the whole grant. */
export const mayBeLostPermission = (error: ProviderError): boolean => {
  const code = Number(error.providerCode?.split('/')[0]);
  return error.outcome === 'account' && (isPermissionFault(code) || code === 10);
};

export const throttleScope = (error: ProviderError): ThrottleScope => {
  const code = error.providerCode?.split('/')[0];
  if (code === '4' || code === '341') return 'app';
  return code === '17' || code === '32' ? 'person' : 'account';
};
