import type { Env } from '#server/config/env.ts';
import { ask, isSilence } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const check = defineCheck('Machine', 'machine.clock', 'Clock');

/** Beyond this difference, platforms refuse signed requests and ID tokens are invalid. */
const faultSeconds = 60;

const originOf = (env: Env): string | null => {
  if (env.GOOGLE_CLIENT_ID || env.GOOGLE_SERVICE_ACCOUNT) return env.GOOGLE_OAUTH_URL;
  if (env.FACEBOOK_APP_ID) return env.FACEBOOK_GRAPH_URL;
  return env.TIKTOK_APP_ID ? env.TIKTOK_API_URL : null;
};

/** Compares our clock with that of a configured platform. */
export const checkClock = async (env: Env, now: () => Date): Promise<CheckResult> => {
  const origin = originOf(env);
  if (origin === null) return check.skipped('No platform is set up whose clock could be compared.');
  const answer = await ask(new URL('/', origin));
  const theirs = isSilence(answer) ? Number.NaN : Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(theirs)) return check.skipped(`${origin} does not report its time.`);
  const aheadSeconds = Math.round((now().getTime() - theirs) / 1000);
  if (Math.abs(aheadSeconds) <= faultSeconds) return check.ok('It is right.');
  return check.fault(
    `This machine is ${Math.abs(aheadSeconds)} s ${aheadSeconds > 0 ? 'ahead' : 'behind'}: the platforms refuse what it signs.`,
    'Keep the time of this machine by the network: `timedatectl set-ntp true`.',
  );
};
