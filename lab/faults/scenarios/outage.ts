import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { googleCampaigns } from '#shared/contracts/insights.ts';
import { addDays, utcDay } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { clearFaults, orderFaults } from '#testing/sandbox/sandboxControl.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { worst } from '#lab/faults/measure.ts';
import { atMost, none } from '#lab/faults/metrics.ts';
import type { Metric } from '#lab/faults/metrics.ts';
import { registerPerson } from '#testing/people.ts';
import type { Person } from '#testing/people.ts';
import { listProviderCalls } from '#lab/faults/providerCalls.ts';
import type { ScenarioRun } from '#lab/faults/Scenario.ts';
import { startProduct } from '#testing/startProduct.ts';

type Seen = { status: number; ms: number; message: string; code: string };

const faults = { google: 'timeout', facebook: '500', tiktok: 'reset' } as const satisfies Record<PlatformId, string>;
const callsToOpen = 8;
/** The most that a call may take when the breaker stops it. */
const atOnceMs = 1_000;
/** How long an open breaker blocks calls. */
const breakerMs = 30_000;

const day = (daysBack: number): string => addDays(utcDay(new Date()), -daysBack);

const timed = async (
  call: () => Promise<{ status: number; body: { message: string; code: string } }>,
): Promise<Seen> => {
  const startedAt = performance.now();
  const { status, body } = await call();
  return { status, ms: performance.now() - startedAt, message: body.message, code: body.code };
};

const readAccounts = (person: Person, platform: PlatformId): Promise<Seen> =>
  timed(() => person.request(listAdAccounts[platform]));

/** Whether a refusal is readable and omits the platform's text. */
const isPlain = ({ status, message, code }: Seen): boolean =>
  [502, 503, 504, 429].includes(status) &&
  code.startsWith('PLATFORM_') &&
  message.length > 10 &&
  !/[{<]|transient|unexpected error|Backend/i.test(message);

/** Each platform fails differently: one does not respond, one responds with 500, one resets connections. */
export const outage: ScenarioRun = async (context) => {
  const sandbox = await context.startSandbox();
  const product = await startProduct({ folder: context.folder, environment: sandbox.environment });
  const person = await registerPerson(product, 'google', 'facebook', 'tiktok');
  const { body } = await person.request(listAdAccounts.google);
  const customerIds = body.accounts.map(({ id }) => id).slice(0, 3);
  const seen: Seen[] = [];
  // The preview may succeed, because it shows stored rows while the platform is down.
  let preview: Seen | null = null;
  const metrics: Metric[] = [];
  for (const platform of ['facebook', 'tiktok', 'google'] as const) {
    await orderFaults(sandbox, { provider: platform, kind: faults[platform], count: 1_000 });
    const during: Seen[] = [];
    for (let call = 0; call < callsToOpen; call += 1) during.push(await readAccounts(person, platform));
    const before = (await listProviderCalls(sandbox, platform)).length;
    const stopped = await readAccounts(person, platform);
    const calls = (await listProviderCalls(sandbox, platform)).length - before;
    seen.push(...during, stopped);
    if (platform === 'google') {
      const query = { startDate: day(7), endDate: day(1), customerIds };
      preview = await timed(() => person.request(googleCampaigns, { body: query }));
    }
    await clearFaults(sandbox);
    const startedAt = performance.now();
    await waitUntil(async () => (await readAccounts(person, platform)).status === 200, {
      timeoutMs: 2 * breakerMs,
      everyMs: 250,
      what: `${platform} to heal`,
    });
    context.log(
      `${platform}: ${during.map(({ status, ms, message }) => `${status} ${Math.round(ms)} ms ${message}`).join(' | ')}`,
    );
    metrics.push(
      atMost(`${platform}, ${faults[platform]}: stopped call`, stopped.ms, atOnceMs, 'ms'),
      none(`${platform}: calls to the platform behind an open breaker`, calls, 'calls'),
      atMost(`${platform}: works after it is back`, performance.now() - startedAt, breakerMs + 5_000, 'ms'),
    );
  }
  return {
    metrics: [
      atMost('longest interactive response', worst(seen.map(({ ms }) => ms)), 15_000, 'ms'),
      atMost('preview during an outage', preview?.ms ?? Number.NaN, 15_000, 'ms'),
      none('responses that are not a readable refusal', seen.filter((each) => !isPlain(each)).length, 'answers'),
      ...metrics,
    ],
  };
};
