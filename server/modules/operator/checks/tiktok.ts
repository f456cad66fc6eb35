import * as z from 'zod';
import type { Env } from '#server/config/env.ts';
import { platformFacts } from '#shared/platforms.ts';
import { tiktokVersion } from '#server/providers/tiktok/client.ts';
import { ask, describeSilence, isSilence, readJson } from '#server/modules/operator/questions/ask.ts';
import type { Answer, Silence } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';
import { redirectUriOf } from './consentPages.ts';

const credentials = defineCheck('TikTok', 'tiktok.credentials', 'App id and secret');
const redirect = defineCheck('TikTok', 'tiktok.redirect', 'Redirect address');
const subscription = defineCheck('TikTok', 'tiktok.subscription', "TikTok's webhook address");

/** TikTok's subscriptions also contain tokens, which are not parsed here. */
const answerShape = z.object({
  code: z.int(),
  data: z.object({ subscriptions: z.array(z.object({ callback_url: z.string().nullish() })).optional() }).nullish(),
});

/** TikTok: app id and secret do not match. */
const mismatchCode = 40_113;

const judgeRefusal = (env: Env, answer: Answer | Silence, code: number | undefined): CheckResult => {
  if (isSilence(answer))
    return credentials.fault(
      `${env.TIKTOK_API_URL} cannot be reached: ${describeSilence(answer)}.`,
      'Allow this machine to reach it, and remove `TIKTOK_API_URL` unless you know why it is set.',
    );
  if (code === mismatchCode)
    return credentials.fault(
      'TikTok rejects TIKTOK_APP_ID together with TIKTOK_APP_SECRET.',
      'Set `TIKTOK_APP_ID` and `TIKTOK_APP_SECRET` to those of one app, as its page at TikTok for Business shows them.',
    );
  return credentials.warning(
    `TikTok's response is unclear (status ${answer.status}${code === undefined ? '' : `, code ${code}`}).`,
    'Run this again. If the result is the same, compare `TIKTOK_APP_ID` and `TIKTOK_APP_SECRET` with the page of the app.',
  );
};

const judgeSubscriptions = (env: Env, callbackUrls: readonly string[]): CheckResult => {
  const callback = env.PUBLIC_URL + platformFacts.tiktok.leads.webhook;
  if (callbackUrls.length === 0)
    return subscription.note(`None yet. Leadlight enters \`${callback}\` when the first TikTok connection is read.`);
  const others = new Set(callbackUrls.filter((url) => url !== callback));
  if (others.size === 0) return subscription.ok(`TikTok delivers leads to \`${callback}\`.`);
  return subscription.warning(
    `TikTok also delivers leads of this app to ${[...others].map((url) => `\`${url}\``).join(', ')}.`,
    `After a change of \`PUBLIC_URL\` this is corrected within a day. Another installation needs its own app.`,
  );
};

/** The state of this installation's app at TikTok: one call checks the credentials and lists the subscriptions. */
export const checkTikTok = async (env: Env): Promise<CheckResult[]> => {
  const { TIKTOK_APP_ID, TIKTOK_APP_SECRET, TIKTOK_API_URL } = env;
  if (TIKTOK_APP_ID === undefined || TIKTOK_APP_SECRET === undefined)
    return [credentials.note('TikTok is switched off.', 'To have it, set `TIKTOK_APP_ID` and `TIKTOK_APP_SECRET`.')];
  const address = redirectUriOf(env, 'tiktok');
  const byEye = redirect.note(
    'TikTok shows only to signed-in people whether it knows the address.',
    `Compare by eye: the app has the redirect URL \`${address}\`, character by character.`,
  );
  const url = new URL(`${TIKTOK_API_URL}/open_api/${tiktokVersion}/subscription/get/`);
  url.search = new URLSearchParams({
    app_id: TIKTOK_APP_ID,
    secret: TIKTOK_APP_SECRET,
    subscribe_entity: 'LEAD',
    page: '1',
    page_size: '100',
  }).toString();
  const answer = await ask(url);
  const read = isSilence(answer) ? undefined : answerShape.safeParse(readJson(answer)).data;
  if (read?.code !== 0)
    return [judgeRefusal(env, answer, read?.code), byEye, subscription.skipped('TikTok rejects the credentials.')];
  const callbackUrls = (read.data?.subscriptions ?? []).flatMap(({ callback_url }) => callback_url ?? []);
  return [
    credentials.ok('TikTok knows them (TIKTOK_APP_SECRET is set).'),
    byEye,
    judgeSubscriptions(env, callbackUrls),
  ];
};
