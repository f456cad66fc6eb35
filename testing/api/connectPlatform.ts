import { finishConnection } from '#shared/contracts/connections.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { redirectOf, submitConsent } from './submitConsent.ts';
import type { ConsentAnswer } from './submitConsent.ts';
import type { TestApi } from './startTestApi.ts';

type Api = Pick<TestApi, 'url' | 'request'>;

export type ConsentWalk = {
  platform: PlatformId;
  userId: string;
  answer?: ConsentAnswer;
  /** Headers of the start and of the callback: session, cookie, user agent. */
  startHeaders?: Record<string, string>;
  callbackHeaders?: Record<string, string>;
};

/** The address on the API under test behind one on the public origin, which no web server plays here. */
export const onApi = (api: Pick<Api, 'url'>, address: URL): URL => new URL(address.pathname + address.search, api.url);

/** Opens the popup's address and answers what comes back, a redirect as it is. */
export const openStart = (
  api: Pick<Api, 'url'>,
  { platform, userId, startHeaders = {} }: ConsentWalk,
): Promise<Response> =>
  fetch(`${api.url}/auth/${platform}?userId=${userId}`, { headers: startHeaders, redirect: 'manual' });

/** Start and consent page, up to the address at which the platform sends the browser back. */
export const walkToCallback = async (api: Pick<Api, 'url'>, walk: ConsentWalk): Promise<URL> => {
  const consentPage = redirectOf(await openStart(api, walk));
  const back = redirectOf(await submitConsent(consentPage.href, walk.answer ?? { button: 'Allow' }));
  return onApi(api, back);
};

/** The whole walk through the popup but for its script: the page that it ends with, and the state. */
export const walkConsent = async (
  api: Pick<Api, 'url'>,
  walk: ConsentWalk,
): Promise<{ status: number; html: string; headers: Headers; state: string }> => {
  const callback = await walkToCallback(api, walk);
  const page = await fetch(callback, { headers: walk.callbackHeaders ?? {}, redirect: 'manual' });
  return {
    status: page.status,
    html: await page.text(),
    headers: page.headers,
    state: callback.searchParams.get('state') ?? '',
  };
};

/** Connects a platform for a person, as their browser would, with every box ticked that is not named. */
export const connectPlatform = async (
  api: Api,
  person: { userId: string; token: string },
  platform: PlatformId,
  { untick = [], startHeaders = {} }: Pick<ConsentAnswer, 'untick'> & Pick<ConsentWalk, 'startHeaders'> = {},
): Promise<void> => {
  const { state } = await walkConsent(api, {
    platform,
    userId: person.userId,
    answer: { button: 'Allow', untick },
    startHeaders,
  });
  const { status, body } = await api.request(finishConnection, { token: person.token, body: { state } });
  if (status !== 200) throw new Error(`${platform} was not connected: ${status} ${JSON.stringify(body)}`);
};
