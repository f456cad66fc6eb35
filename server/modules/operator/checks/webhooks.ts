import { createHmac, randomInt } from 'node:crypto';
import type { LeadPlatformId } from '#shared/platforms.ts';
import type { Env } from '#server/config/env.ts';
import { byLeadPlatform, platformFacts, platformNames } from '#shared/platforms.ts';
import { ask, describeSilence, isSilence } from '#server/modules/operator/questions/ask.ts';
import type { Answer, Silence } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const handshake = defineCheck('Facebook', 'facebook.handshake', "Greeting of Meta's webhook");
const signatures = byLeadPlatform((platform) =>
  defineCheck(platformNames[platform], `${platform}.deliveries`, `${platformFacts[platform].company}'s deliveries`),
);

const describe = (answer: Answer | Silence): string =>
  isSilence(answer) ? describeSilence(answer) : `status ${answer.status}`;

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
    return [handshake.ok(`\`${PUBLIC_URL}${platformFacts.facebook.leads.webhook}\` answers as Meta asks for.`)];
  if (!isSilence(answer) && answer.status === 403)
    return [
      handshake.fault(
        'The running process does not know this FACEBOOK_VERIFY_TOKEN.',
        'Start it with the `FACEBOOK_VERIFY_TOKEN` of this environment, and enter the same text at Meta.',
      ),
    ];
  if (!isSilence(answer) && answer.status === 503)
    return [
      handshake.fault(
        'The running process has no FACEBOOK_VERIFY_TOKEN, or no Meta app.',
        'Start it with `FACEBOOK_VERIFY_TOKEN`, `FACEBOOK_APP_ID` and `FACEBOOK_APP_SECRET` of this environment.',
      ),
    ];
  return [
    handshake.fault(
      `It is not answered as Meta asks for (${describe(answer)}).`,
      `Let the server in front forward \`${PUBLIC_URL}/webhooks/\` unchanged, the query included.`,
    ),
  ];
};

type Delivery = {
  platform: LeadPlatformId;
  secret: string;
  secretName: string;
  body: string;
  header: (hex: string) => Record<string, string>;
};

/** Deliveries without leads. */
const deliveriesOf = ({ FACEBOOK_APP_SECRET, TIKTOK_APP_SECRET }: Env): Delivery[] => [
  ...(FACEBOOK_APP_SECRET === undefined
    ? []
    : [
        {
          platform: 'facebook' as const,
          secret: FACEBOOK_APP_SECRET,
          secretName: 'FACEBOOK_APP_SECRET',
          body: JSON.stringify({ object: 'page', entry: [] }),
          header: (hex: string) => ({ 'x-hub-signature-256': `sha256=${hex}` }),
        },
      ]),
  ...(TIKTOK_APP_SECRET === undefined
    ? []
    : [
        {
          platform: 'tiktok' as const,
          secret: TIKTOK_APP_SECRET,
          secretName: 'TIKTOK_APP_SECRET',
          body: JSON.stringify({ object: 0, entry: [] }),
          header: (hex: string) => ({ 'x-open-signature': hex }),
        },
      ]),
];

/** Delivers once with a valid signature, and once with an invalid one. */
const checkDelivery = async (publicUrl: string, delivery: Delivery): Promise<CheckResult> => {
  const { platform, secret, secretName, body, header } = delivery;
  const check = signatures[platform];
  const address = publicUrl + platformFacts[platform].leads.webhook;
  const deliver = (key: string) =>
    ask(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...header(createHmac('sha256', key).update(body).digest('hex')) },
      body,
    });
  const [signed, forged] = await Promise.all([deliver(secret), deliver(`not ${secret}`)]);
  if (!isSilence(forged) && forged.status < 400)
    return check.fault(
      'A delivery with a forged signature was taken.',
      `Something else answers at \`${address}\`: let the server in front forward it to Leadlight.`,
    );
  if (!isSilence(signed) && signed.status === 200) return check.ok('A signed one is taken, a forged one is refused.');
  if (!isSilence(signed) && (signed.status === 401 || signed.status === 503))
    return check.fault(
      `A signed delivery is refused: the running process has another ${secretName}, or the server in front changes bodies.`,
      `Start it with the \`${secretName}\` of this environment.`,
    );
  return check.fault(
    `A signed delivery does not get through (${describe(signed)}).`,
    `Let the server in front forward \`${publicUrl}/webhooks/\` unchanged, POST included.`,
  );
};

/** Whether deliveries of the platforms arrive through the public address. */
export const checkWebhooks = async (env: Env): Promise<CheckResult[]> => {
  const [greeted, ...delivered] = await Promise.all([
    checkHandshake(env),
    ...deliveriesOf(env).map((delivery) => checkDelivery(env.PUBLIC_URL, delivery)),
  ]);
  return [...greeted, ...delivered];
};
