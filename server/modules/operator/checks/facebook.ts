import * as z from 'zod';
import type { Env } from '#server/config/env.ts';
import { platformFacts } from '#shared/platforms.ts';
import type { PlatformRegistry } from '#server/providers/AdPlatform.ts';
import { ask, describeSilence, isSilence, readJson } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { askConsentPage, redirectUriOf } from './consentPages.ts';

const credentials = defineCheck('Facebook', 'facebook.credentials', 'App id and secret');
const version = defineCheck('Facebook', 'facebook.version', 'Version of the Graph API');
const redirect = defineCheck('Facebook', 'facebook.redirect', 'Redirect address');
const subscription = defineCheck('Facebook', 'facebook.subscription', "Meta's webhook address");

type App = { id: string; secret: string };

const appOf = ({ FACEBOOK_APP_ID: id, FACEBOOK_APP_SECRET: secret }: Env): App | null =>
  id === undefined || secret === undefined ? null : { id, secret };

const graphError = z.object({ error: z.object({ code: z.int() }) });
const tokenAnswer = z.object({ access_token: z.string() });

const checkCredentials = async (
  { FACEBOOK_GRAPH_URL, FACEBOOK_GRAPH_VERSION }: Env,
  app: App,
): Promise<CheckResult> => {
  const answer = await ask(`${FACEBOOK_GRAPH_URL}/${FACEBOOK_GRAPH_VERSION}/oauth/access_token`, {
    method: 'POST',
    body: new URLSearchParams({ client_id: app.id, client_secret: app.secret, grant_type: 'client_credentials' }),
  });
  if (isSilence(answer))
    return credentials.fault(
      `${FACEBOOK_GRAPH_URL} cannot be reached: ${describeSilence(answer)}.`,
      'Allow this machine to reach it, and remove `FACEBOOK_GRAPH_URL` unless you know why it is set.',
    );
  if (answer.status === 200 && tokenAnswer.safeParse(readJson(answer)).success)
    return credentials.ok('Meta knows them (FACEBOOK_APP_SECRET is set).');
  const code = graphError.safeParse(readJson(answer)).data?.error.code;
  if (code === 101)
    return credentials.fault(
      'Meta knows no app with the id FACEBOOK_APP_ID.',
      "Set `FACEBOOK_APP_ID` to the id on the app's basic settings.",
    );
  if (code === 1)
    return credentials.fault(
      'Meta rejects FACEBOOK_APP_SECRET.',
      "Set `FACEBOOK_APP_SECRET` to the secret on the app's basic settings.",
    );
  return credentials.warning(
    `Meta's response is unclear (status ${answer.status}${code === undefined ? '' : `, code ${code}`}).`,
    'Run this again. If the result is the same, compare `FACEBOOK_APP_ID` and `FACEBOOK_APP_SECRET` with the basic settings of the app.',
  );
};

/**
 * Needs no token. A response header contains the API version, which differs if Meta does not know the requested
 * version.
 */
const checkVersion = async ({ FACEBOOK_GRAPH_URL, FACEBOOK_GRAPH_VERSION }: Env): Promise<CheckResult> => {
  const answer = await ask(`${FACEBOOK_GRAPH_URL}/${FACEBOOK_GRAPH_VERSION}/me`);
  const answered = isSilence(answer) ? null : answer.headers.get('facebook-api-version');
  if (answered === null) return version.skipped('Meta names no version.');
  if (answered === FACEBOOK_GRAPH_VERSION) return version.ok(`Meta answers ${answered}.`);
  return version.fault(
    `Meta responds to ${FACEBOOK_GRAPH_VERSION} with another version: this one has expired or is not released yet.`,
    'Set `FACEBOOK_GRAPH_VERSION` to a version that Meta lists as available, or leave it out.',
  );
};

const checkRedirect = async (env: Env, platforms: PlatformRegistry): Promise<CheckResult[]> => {
  if (!platforms.facebook) return [];
  const address = redirectUriOf(env, 'facebook');
  const remedy = `Paste \`${address}\` among the valid OAuth redirect URIs of the app's Facebook Login.`;
  const page = await askConsentPage(env, platforms.facebook);
  if (page !== null && /url.?blocked/i.test(page.text))
    return [redirect.fault(`Facebook does not know \`${address}\`.`, remedy)];
  return [
    redirect.note(
      'Facebook reports only wrong addresses, and reported none.',
      `Compare by eye: the app's Facebook Login has \`${address}\`, character by character.`,
    ),
  ];
};

const subscriptions = z.object({
  data: z.array(
    z.object({
      object: z.string(),
      callback_url: z.string().optional(),
      active: z.boolean().optional(),
      fields: z.array(z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)])).default([]),
    }),
  ),
});

/** Checks where Meta delivers leads of this app. Leadlight registers its address itself when it reads a connection. */
const checkSubscription = async (env: Env, app: App): Promise<CheckResult> => {
  const callback = env.PUBLIC_URL + platformFacts.facebook.leads.webhook;
  if (env.FACEBOOK_VERIFY_TOKEN === undefined)
    return subscription.note(
      'FACEBOOK_VERIFY_TOKEN is not set: leads are collected every few minutes.',
      'For leads within seconds, set `FACEBOOK_VERIFY_TOKEN` to any text of your own.',
    );
  const answer = await ask(
    `${env.FACEBOOK_GRAPH_URL}/${env.FACEBOOK_GRAPH_VERSION}/${encodeURIComponent(app.id)}/subscriptions`,
    {
      headers: { authorization: `Bearer ${app.id}|${app.secret}` },
    },
  );
  const listed =
    isSilence(answer) || answer.status !== 200 ? undefined : subscriptions.safeParse(readJson(answer)).data;
  if (!listed)
    return subscription.note(
      'Meta does not list it.',
      `Compare by eye: the webhooks of the app have, for Page and the field leadgen, \`${callback}\`.`,
    );
  const ofPages = listed.data.find(({ object }) => object === 'page');
  if (!ofPages?.callback_url)
    return subscription.note(`None yet. Leadlight enters \`${callback}\` when the first Facebook connection is read.`);
  if (ofPages.callback_url !== callback)
    return subscription.fault(
      `Meta delivers the leads of this app to \`${ofPages.callback_url}\`.`,
      `In the webhooks of the app, for Page, paste \`${callback}\` and your \`FACEBOOK_VERIFY_TOKEN\`. Another installation needs its own app.`,
    );
  if (!ofPages.fields.includes('leadgen') || ofPages.active === false)
    return subscription.fault(
      'Meta knows the address but does not deliver leads to it.',
      'In the webhooks of the app, for Page, subscribe to the field `leadgen`.',
    );
  return subscription.ok(`Meta delivers leads to \`${callback}\`.`);
};

/** The state of this installation's app at Meta. */
export const checkFacebook = async (env: Env, platforms: PlatformRegistry): Promise<CheckResult[]> => {
  const app = appOf(env);
  if (!app)
    return [
      credentials.note('Facebook is switched off.', 'To have it, set `FACEBOOK_APP_ID` and `FACEBOOK_APP_SECRET`.'),
    ];
  const [ofCredentials, ofVersion, ofRedirect] = await Promise.all([
    checkCredentials(env, app),
    checkVersion(env),
    checkRedirect(env, platforms),
  ]);
  const isKnown = ofCredentials.state === 'ok';
  return [
    ofCredentials,
    ofVersion,
    ...ofRedirect,
    isKnown ? await checkSubscription(env, app) : subscription.skipped('Meta rejects the credentials.'),
  ];
};
