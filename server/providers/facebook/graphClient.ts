import { createHmac } from 'node:crypto';
import type * as z from 'zod';
import { hashSecret } from '../../lib/ids.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { withRetry } from '#server/providers/calls/retry.ts';
import type { PlatformCall } from '../calls/PlatformCall.ts';
import { createBreaker } from '../calls/breaker.ts';
import { createLocalBudget } from '../calls/callBudget.ts';
import type { CallBudget } from '../calls/callBudget.ts';
import { parseExactJson } from '../calls/exactJson.ts';
import { callProvider, readBody, readValue } from '../calls/http.ts';
import type { CallLimits, ProviderAnswer } from '../calls/http.ts';
import { createOptionalFields } from '../calls/optionalFields.ts';
import { createPacer } from '../calls/pacer.ts';
import { isBadParameter, judgeGraphAnswer, throttleScope } from './errors.ts';
import type { CallSubject, ThrottleScope } from './errors.ts';
import { readUsage, refusedPercent, shortestBlockMs, spacingMs } from './usage.ts';

export type GraphClient = ReturnType<typeof createGraphClient>;

export type GraphClientOptions = {
  appId: string;
  appSecret: string;
  graphUrl: string;
  /** Meta: the Marketing API drops a version about a year after its release. */
  graphVersion: string;
  budget?: CallBudget;
  logger?: Logger;
  limits?: Partial<CallLimits>;
};

type GraphRequest = {
  endpoint: string;
  path: string;
  parameters?: Record<string, string>;
  method?: 'GET' | 'POST' | 'DELETE';
  /** With `act_`: the account whose quota is charged. */
  accountId?: string;
  /** Makes the call as this Page and charges the Page's quota. */
  page?: { id: string; accessToken: string };
  /** The call concerns a form of the Page, not the Page itself. */
  isAboutForm?: boolean;
  /** The response holds ids as numbers that may exceed 2^53. */
  hasLongNumbers?: boolean;
};

/** A call of the app itself; a POST sends its parameters in the body. */
type AppRequest = Pick<GraphRequest, 'endpoint' | 'path'> & {
  parameters: Record<string, string>;
  method?: 'GET' | 'POST';
};

/** Calls the Graph API with retries and app-secret proofs, and respects its usage headers. */
export const createGraphClient = ({
  appId,
  appSecret,
  graphUrl,
  graphVersion,
  budget = createLocalBudget(),
  logger,
  limits,
}: GraphClientOptions) => {
  const pacer = createPacer('facebook', budget);
  const guard = createBreaker('facebook');
  /** Last known usage per ad account, Page or person, if high enough to slow down. */
  const highUsage = new Map<string, number>();

  const addressOf = (path: string, parameters: Record<string, string>): URL => {
    const url = new URL(`${graphUrl}/${graphVersion}/${path}`);
    url.search = new URLSearchParams(parameters).toString();
    return url;
  };

  /** Meta: proves that the token's own app is using it. Each token has its own proof. */
  const proofOf = (token: string): string => createHmac('sha256', appSecret).update(token).digest('hex');

  /** Stores the usage headers for later calls. */
  const recordUsage = async (
    answer: ProviderAnswer,
    keys: Record<ThrottleScope, string>,
    payer: ThrottleScope,
  ): Promise<void> => {
    const usage = readUsage(answer.headers);
    const percent = Math.max(usage.percent, usage.appPercent);
    if (spacingMs(percent, 'background') > 0) highUsage.set(keys[payer], percent);
    else highUsage.delete(keys[payer]);
    const blockMs = Math.max(usage.regainMs, shortestBlockMs);
    if (usage.percent >= refusedPercent) await pacer.hold(keys[payer], blockMs);
    if (usage.appPercent >= refusedPercent) await pacer.hold(keys.app, blockMs);
  };

  /** A call with the token of a person, or with that of a Page. */
  const request = <T>(call: PlatformCall, details: GraphRequest, schema: z.ZodType<T>): Promise<T> => {
    const subject = subjectOf(details);
    const payer: ThrottleScope = subject === 'person' ? 'person' : 'account';
    const personKey = `person:${hashSecret(call.accessToken)}`;
    const keys = { app: 'app', person: personKey, account: payerKey(details) ?? personKey };
    const token = details.page?.accessToken ?? call.accessToken;
    const run = async (): Promise<T> => {
      const answer = await callProvider('facebook', {
        endpoint: details.endpoint,
        method: details.method ?? 'GET',
        // The token goes in a header: URLs end up in the logs of intermediaries.
        url: addressOf(details.path, { ...details.parameters, appsecret_proof: proofOf(token) }),
        headers: { authorization: `Bearer ${token}` },
        signal: call.signal,
        logger,
        limits,
      });
      await recordUsage(answer, keys, payer);
      if (answer.status === 200) {
        if (!details.hasLongNumbers) return readBody('facebook', answer, schema);
        return readValue('facebook', answer, parseExactJson(answer.text), schema);
      }
      const error = judgeGraphAnswer(answer, subject);
      if (error.outcome === 'wait') await pacer.hold(keys[throttleScope(error)], error.retryAfterMs ?? shortestBlockMs);
      throw error;
    };
    const takeTurn = async (): Promise<void> => {
      await pacer.checkHolds(Object.values(keys), call.patience);
      const gapMs = spacingMs(highUsage.get(keys[payer]) ?? 0, call.patience);
      if (gapMs > 0) await pacer.space(`usage of ${keys[payer]}`, gapMs, call.patience, call.signal);
    };
    const guarded = { endpoint: details.endpoint, account: keys.account };
    return withRetry(
      () =>
        guard(guarded, async () => {
          await takeTurn();
          return run();
        }),
      { patience: call.patience, signal: call.signal },
    );
  };

  /** A call without a person's token, without retries. */
  const askAsApp = async <T>(details: AppRequest, schema: z.ZodType<T>): Promise<T> => {
    const { endpoint, path, parameters, method = 'GET' } = details;
    const answer = await callProvider('facebook', {
      endpoint,
      method,
      url: addressOf(path, method === 'GET' ? parameters : {}),
      ...(method === 'POST' && { form: parameters }),
      logger,
      limits,
    });
    if (answer.status !== 200) throw judgeGraphAnswer(answer, 'person');
    return readBody('facebook', answer, schema);
  };

  const appToken = `${appId}|${appSecret}`;
  return {
    appId,
    /** Parameters of app calls about a code or the app's own token. */
    clientParameters: { client_id: appId, client_secret: appSecret },
    /** Parameters of calls with the app token. */
    appParameters: { access_token: appToken, appsecret_proof: proofOf(appToken) },
    request,
    askAsApp,
    readFields: createOptionalFields({ platform: 'facebook', isUnknownField: isBadParameter, logger }),
  };
};

const subjectOf = ({ accountId, page, isAboutForm }: GraphRequest): CallSubject => {
  if (page) return isAboutForm ? 'form' : 'page';
  return accountId === undefined ? 'person' : 'account';
};

/** Who is blocked when the call is throttled, so that a heavy user does not block others. */
const payerKey = ({ accountId, page }: GraphRequest): string | undefined => {
  if (page) return `page:${hashSecret(page.id)}`;
  return accountId === undefined ? undefined : `account:${hashSecret(accountId)}`;
};
