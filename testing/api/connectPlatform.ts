import { finishConnection } from '#shared/contracts/connections.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { redirectOf, submitConsent } from './submitConsent.ts';
import type { ConsentAnswer } from './submitConsent.ts';
import type { TestApi } from './startTestApi.ts';

type Api = Pick<TestApi, 'url' | 'request'>;

export type ConsentAttempt = {
  platform: PlatformId;
  userId: string;
  answer?: ConsentAnswer;
  /** Headers of the start and the callback: session, cookie, user agent. */
  startHeaders?: Record<string, string>;
  callbackHeaders?: Record<string, string>;
};

/** Moves an address from the public origin to the API under test, because tests run no web server. */
export const onApi = (api: Pick<Api, 'url'>, address: URL): URL => new URL(address.pathname + address.search, api.url);

/** Opens the popup's address and returns the response without following redirects. */
export const openStart = (
  api: Pick<Api, 'url'>,
  { platform, userId, startHeaders = {} }: ConsentAttempt,
): Promise<Response> =>
  fetch(`${api.url}/auth/${platform}?userId=${userId}`, { headers: startHeaders, redirect: 'manual' });

/** Goes through start and consent page. @returns the callback address that the platform redirects to */
export const openCallback = async (api: Pick<Api, 'url'>, walk: ConsentAttempt): Promise<URL> => {
  const consentPage = redirectOf(await openStart(api, walk));
  const back = redirectOf(await submitConsent(consentPage.href, walk.answer ?? { button: 'Allow' }));
  return onApi(api, back);
};

/** Goes through the whole popup without running its script. @returns the last page and the state */
export const passConsent = async (
  api: Pick<Api, 'url'>,
  walk: ConsentAttempt,
): Promise<{ status: number; html: string; headers: Headers; state: string }> => {
  const callback = await openCallback(api, walk);
  const page = await fetch(callback, { headers: walk.callbackHeaders ?? {}, redirect: 'manual' });
  return {
    status: page.status,
    html: await page.text(),
    headers: page.headers,
    state: callback.searchParams.get('state') ?? '',
  };
};

/** Connects a platform for a person as their browser would. Unnamed boxes stay unchanged. */
export const connectPlatform = async (
  api: Api,
  person: { userId: string; token: string },
  platform: PlatformId,
  { startHeaders = {}, ...boxes }: Omit<ConsentAnswer, 'button'> & Pick<ConsentAttempt, 'startHeaders'> = {},
): Promise<void> => {
  const { state } = await passConsent(api, {
    platform,
    userId: person.userId,
    answer: { button: 'Allow', ...boxes },
    startHeaders,
  });
  const { status, body } = await api.request(finishConnection, { token: person.token, body: { state } });
  if (status !== 200) throw new Error(`${platform} was not connected: ${status} ${JSON.stringify(body)}`);
};
