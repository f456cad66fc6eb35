import { Router } from 'express';
import type { Request } from 'express';
import { randomInt } from 'node:crypto';
import { sandboxCredentials } from '../../credentials.ts';
import { GraphError, badParameter, unknownObject } from '../graph/GraphError.ts';
import { requestAddress } from '../graph/graphRequest.ts';
import type { MetaApi } from '../MetaApi.ts';

/** Shorter than the product's timeout for the call that waits for this. */
const answerTimeoutMs = 5_000;

const isHttpAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);

/** Meta: calls the callback before responding, and accepts it only if it returns the challenge. */
const shakeHands = async (callbackUrl: string, verifyToken: string): Promise<void> => {
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
  const url = new URL(callbackUrl);
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', verifyToken);
  let fault: string | undefined;
  try {
    const answer = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(answerTimeoutMs) });
    const body = await answer.text();
    if (answer.status !== 200) fault = `HTTP Status Code = ${answer.status}`;
    else if (body !== challenge) fault = 'The answer does not repeat hub.challenge';
  } catch {
    fault = 'The callback does not answer';
  }
  if (fault !== undefined) {
    throw new GraphError(2200, `(#2200) Callback verification failed with the following errors: ${fault}`);
  }
};

/** Routes for the app's subscription to new leads, below a version. */
export const createSubscriptionRouter = ({ context, grants, leads: store }: MetaApi): Router => {
  const router = Router();

  /** The parameters of a call with the app's own token. */
  const readAsApp = (request: Request<{ app: string }>): URLSearchParams => {
    const parameters = requestAddress(request, context.url).searchParams;
    if (!grants.isAppToken(parameters.get('access_token') ?? '')) {
      throw new GraphError(15, '(#15) This method must be called with an app access_token.');
    }
    if (request.params.app !== sandboxCredentials.facebook.appId) throw unknownObject(request.params.app);
    return parameters;
  };

  router.get('/:app/subscriptions', (request, response) => {
    readAsApp(request);
    const callbackUrl = store.callback();
    const fields = [{ name: 'leadgen', version: request.baseUrl.slice(1) }];
    const subscription = { object: 'page', callback_url: callbackUrl, active: true, fields };
    response.json({ data: callbackUrl === undefined ? [] : [subscription] });
  });

  router.post('/:app/subscriptions', async (request, response) => {
    const parameters = readAsApp(request);
    if (parameters.get('object') !== 'page') throw badParameter('Param object must be page in this sandbox');
    if (parameters.get('fields') !== 'leadgen') throw badParameter('Param fields must be leadgen in this sandbox');
    const callbackUrl = parameters.get('callback_url') ?? '';
    if (!isHttpAddress(callbackUrl)) throw badParameter('Param callback_url must be a valid URI');
    await shakeHands(callbackUrl, parameters.get('verify_token') ?? '');
    store.setCallback(callbackUrl);
    response.json({ success: true });
  });

  return router;
};
