import { createHmac, randomInt } from 'node:crypto';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Env } from '#server/config/env.ts';
import { byLeadPlatform, platformFacts, platformNames } from '#shared/platforms.ts';
import { ask, describeAnswer, isSilence } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const handshake = defineCheck('Facebook', 'facebook.handshake', "Greeting of Meta's webhook");
const deliveries = byLeadPlatform((platform) =>
  defineCheck(platformNames[platform], `${platform}.deliveries`, `${platformFacts[platform].company}'s deliveries`),
);

/** Verifies the callback as Meta does. */
const checkHandshake = async ({ PUBLIC_URL, FACEBOOK_VERIFY_TOKEN }: Env): Promise<CheckResult[]> => {
  if (FACEBOOK_VERIFY_TOKEN === undefined) return [];
  const url = new URL(PUBLIC_URL + platformFacts.facebook.leads.webhook);
  const challenge = String(randomInt(1_000_000_000, 2_000_000_000));
  url.searchParams.set('hub.mode', 'subscribe');
  url.searchParams.set('hub.challenge', challenge);
  url.searchParams.set('hub.verify_token', FACEBOOK_VERIFY_TOKEN);
  const answer = await ask(url);
  if (!isSilence(answer) && answer.status === 200 && answer.text === challenge)
    return [handshake.ok(`\`${url.origin}${url.pathname}\` answers as Meta expects.`)];
  return [
    handshake.fault(
      `The answer is not the one that Meta expects (${describeAnswer(answer)}).`,
      `Status 403 or 503: restart Leadlight with this \`FACEBOOK_VERIFY_TOKEN\`, \`FACEBOOK_APP_ID\` and \`FACEBOOK_APP_SECRET\`. Otherwise, the server in front has to forward \`${PUBLIC_URL}/webhooks/\` unchanged, with the query.`,
    ),
  ];
};

type Delivery = { platform: LeadPlatformId; secret: string | undefined; body: string; header: string; prefix: string };

/** Sample deliveries without leads. */
const deliveriesOf = ({ FACEBOOK_APP_SECRET, TIKTOK_APP_SECRET }: Env): Delivery[] => [
  {
    platform: 'facebook',
    secret: FACEBOOK_APP_SECRET,
    body: JSON.stringify({ object: 'page', entry: [] }),
    header: 'x-hub-signature-256',
    prefix: 'sha256=',
  },
  {
    platform: 'tiktok',
    secret: TIKTOK_APP_SECRET,
    body: JSON.stringify({ object: 0, entry: [] }),
    header: 'x-open-signature',
    prefix: '',
  },
];

/** Sends a signed delivery, as the platform would. */
const checkDelivery = async (publicUrl: string, { platform, secret, body, ...sent }: Delivery) => {
  if (secret === undefined) return [];
  const check = deliveries[platform];
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const answer = await ask(publicUrl + platformFacts[platform].leads.webhook, {
    method: 'POST',
    headers: { 'content-type': 'application/json', [sent.header]: sent.prefix + signature },
    body,
  });
  if (!isSilence(answer) && answer.status === 200) return [check.ok('A signed delivery is accepted.')];
  return [
    check.fault(
      `A signed delivery is refused (${describeAnswer(answer)}).`,
      `Status 401 or 503: restart Leadlight with this \`${platform.toUpperCase()}_APP_SECRET\`. Otherwise, the server in front has to forward \`${publicUrl}/webhooks/\` unchanged.`,
    ),
  ];
};

/** Checks whether platform deliveries arrive through the public address. */
export const checkWebhooks = async (env: Env): Promise<CheckResult[]> => {
  const results = await Promise.all([
    checkHandshake(env),
    ...deliveriesOf(env).map((delivery) => checkDelivery(env.PUBLIC_URL, delivery)),
  ]);
  return results.flat();
};
