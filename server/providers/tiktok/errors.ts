import { messages } from '#shared/messages.ts';
import type { ProviderAnswer } from '../calls/http.ts';
import { ProviderError } from '../ProviderError.ts';
import type { ProviderOutcome } from '../ProviderError.ts';

const platform = 'tiktok' as const;

const texts = {
  reconnect: messages.connections.reconnect(platform),
  throttled: messages.platform.throttled(platform),
  unavailable: messages.platform.unavailable(platform),
  noAccess: 'This TikTok ad account cannot be read with the granted access',
  blockedAccount: 'This TikTok ad account is blocked or no longer exists',
  scopeMissing: 'The granted access to TikTok lacks a permission. Please grant access again.',
  restart: 'The sign-in at TikTok was used up or took too long. Please try again.',
  operator: 'TikTok refuses this server. Its operator has to check the app and its secret.',
  ours: 'TikTok rejected our request',
} as const;

type Judgement = readonly [ProviderOutcome, string];

const reconnect: Judgement = ['reconnect', texts.reconnect];
const wait: Judgement = ['wait', texts.throttled];
const retry: Judgement = ['retry', texts.unavailable];
const operator: Judgement = ['fail', texts.operator];
const ours: Judgement = ['fail', texts.ours];

const judgements: Readonly<Record<number, Judgement>> = {
  40016: wait,
  40100: wait,
  40132: wait,
  40133: wait,
  40102: reconnect,
  40103: reconnect,
  40105: reconnect,
  40106: reconnect,
  40107: reconnect,
  40108: reconnect,
  40110: ['fail', texts.restart],
  40113: operator,
  40115: operator,
  40116: operator,
  40118: operator,
  40119: operator,
  40124: operator,
  40125: operator,
  40200: retry,
  40201: retry,
  40202: retry,
  40300: ['account', texts.blockedAccount],
  40301: ['account', texts.blockedAccount],
  41000: operator,
};

/** TikTok: also refuses an unknown field, a metric that the account does not have, and a span that is too long. */
export const invalidParameterCode = '40002';

/** All names in quotes in the text of a refusal. Only those of the call are used. */
const readFieldNames = (message: string): string[] =>
  [...message.matchAll(/'([a-z0-9_]+)'/g)].map(([, name = '']) => name);

/** TikTok: the whole app calls this endpoint too often; 40132 and 40133 concern one advertiser. */
export const isAppThrottle = (code: number): boolean => code === 40016 || code === 40100;

/** TikTok: the code in the body decides; HTTP is always 200. 5xxxx and 6xxxx are TikTok's own faults. */
const judge = (code: number, isAccountCall: boolean): Judgement => {
  // The same code means an unreadable account or a permission that the app lacks.
  if (code === 40001) return isAccountCall ? ['account', texts.noAccess] : ['scope-missing', texts.scopeMissing];
  return judgements[code] ?? (code >= 50_000 ? retry : ours);
};

/** @param isAccountCall the call named an advertiser */
export const judgeTikTokCode = (
  answer: ProviderAnswer,
  { code, message, requestId }: { code: number; message: string; requestId: string | undefined },
  isAccountCall: boolean,
): ProviderError => {
  const [outcome, userMessage] = judge(code, isAccountCall);
  return new ProviderError(platform, {
    outcome,
    userMessage,
    status: answer.status,
    providerCode: String(code),
    requestId: requestId ?? answer.requestId,
    // 5xxxx and 6xxxx are TikTok's own faults; other temporary codes concern one task.
    isAnswered: code < 50_000,
    refusedNames: readFieldNames(message),
  });
};
