import type { Env } from '#server/config/env.ts';
import { ask, isSilence } from '#server/modules/operator/questions/ask.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

const check = defineCheck('Machine', 'machine.clock', 'Clock');

/** From this difference on, signed requests and ID tokens are refused. */
const faultSeconds = 60;
const warningSeconds = 10;

const clocksOf = (env: Env): string[] => [
  ...(env.GOOGLE_CLIENT_ID || env.GOOGLE_SERVICE_ACCOUNT ? [env.GOOGLE_OAUTH_URL] : []),
  ...(env.FACEBOOK_APP_ID ? [env.FACEBOOK_GRAPH_URL] : []),
  ...(env.TIKTOK_APP_ID ? [env.TIKTOK_API_URL] : []),
];

/** How far our clock is ahead of that server, in ms; null when it sends no time. */
const readAhead = async (origin: string, now: () => Date): Promise<number | null> => {
  const before = now().getTime();
  const answer = await ask(new URL('/', origin));
  if (isSilence(answer)) return null;
  const told = Date.parse(answer.headers.get('date') ?? '');
  if (Number.isNaN(told)) return null;
  // Servers report whole seconds, as of some moment while we waited.
  return before + answer.ms / 2 - (told + 500);
};

const describeAhead = (aheadMs: number): string =>
  `${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the platforms`;

/** Compares our clock with those of the platforms. */
export const checkClock = async (env: Env, now: () => Date): Promise<CheckResult> => {
  const origins = clocksOf(env);
  if (origins.length === 0) return check.skipped('No platform is set up whose clock could be compared.');
  const answers = await Promise.all(origins.map((origin) => readAhead(origin, now)));
  const known = answers.filter((each) => each !== null).toSorted((a, b) => a - b);
  const ahead = known[Math.floor(known.length / 2)];
  if (ahead === undefined) return check.skipped('No platform could be asked for the time.');
  const remedy = 'Keep the time of this machine by the network: `timedatectl set-ntp true`.';
  if (Math.abs(ahead) > faultSeconds * 1000)
    return check.fault(`This machine is ${describeAhead(ahead)}: what it signs is refused.`, remedy);
  if (Math.abs(ahead) > warningSeconds * 1000) return check.warning(`This machine is ${describeAhead(ahead)}.`, remedy);
  return check.ok('The same as that of the platforms.');
};
