import { afterEach, expect, it, vi } from 'vitest';
import { addDays } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { createDetector } from '#server/modules/findings/detector/createDetector.ts';
import type { Grant } from '#server/providers/AdPlatform.ts';
import {
  callWith,
  failureOf,
  present,
  startConsent,
  startPlatforms,
} from '#server/providers/testing/startPlatforms.ts';
import { redirectOf, submitConsent } from '#testing/api/submitConsent.ts';
import { eventsOf, readForms, readHistories } from './testing/readHistory.ts';
import type { History } from './testing/readHistory.ts';

/** The number of days in the product's first read. */
const firstDays = 89;

const platforms = await startPlatforms();

afterEach(() => {
  vi.useRealTimers();
});

/** Starts the sandbox at a given time. */
const startAt = async (instant: string): Promise<void> => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(instant), shouldAdvanceTime: true });
  await platforms.control('POST', 'reset', {});
  await platforms.control('POST', 'tiktok/tasks', { stepMs: 0 });
};

/** Grants access, including the ad account with events. */
const connectWithEvents = async (id: PlatformId): Promise<Grant> => {
  const adapter = platforms.adapter(id);
  const { consentUrl, redirectUri, codeVerifier } = startConsent(adapter);
  const callback = redirectOf(await submitConsent(consentUrl.href, { button: 'Allow', withEvents: true }));
  return adapter.completeConsent({ query: callback.searchParams, redirectUri, codeVerifier });
};

const readPlatform = async (id: PlatformId): Promise<History[]> => {
  const adapter = platforms.adapter(id);
  const call = callWith(await connectWithEvents(id));
  return readHistories(adapter, present(adapter.ads, 'ad reports'), call, firstDays);
};

/** The findings of one run over the whole history, with names. */
const findIn = (history: History): string[] => {
  const { account, objects, forms } = history;
  const names = new Map<string, string>([
    ...objects.map(({ level, id, name }) => [`${level}:${id}`, name] as const),
    ...forms.map(({ id, name }) => [`form:${id}`, name] as const),
    [`account:${account.id}`, 'account'] as const,
  ]);
  const detector = createDetector();
  return [...eventsOf(history)]
    .flatMap((event) => detector.process(event))
    .map(({ kind, direction, entity }) => `${account.name}: ${kind} ${direction}, ${names.get(entity) ?? entity}`);
};

const findAll = async (): Promise<string[]> => {
  const histories: History[] = [];
  for (const id of platformIds) histories.push(...(await readPlatform(id)));
  return histories.flatMap(findIn);
};

const pacing = 'Sandbox Language School with events: pacing down, account';
const planted = [
  'Sandbox Clinic with events: cpl-shift up, Sandbox Clinic with events | Search | Check-ups',
  'Sandbox Clinic with events: spend-spike up, Sandbox Clinic with events | Search | Implants',
  'Sandbox Clinic with events: spend-to-zero down, Sandbox Clinic with events | Search | Whitening',
  'Sandbox Language School with events: leads-stopped down, Trial lesson',
  'Sandbox Solar with events: creative-decay down, Carousel | Old heating',
  'Sandbox Solar with events: lead-drought down, Solar roof request',
];

it.each([
  // Pacing findings need three complete days of the month, and do not open on its last day.
  ['on the first of a month, all kinds but pacing', '2027-03-01T07:00:00Z', planted],
  ['on the fourth of a month', '2027-03-04T07:00:00Z', [...planted, pacing]],
  ['in the middle, when America still has yesterday', '2027-01-16T02:00:00Z', [...planted, pacing]],
  ['near the end, when Europe already has tomorrow', '2027-02-26T23:30:00Z', [...planted, pacing]],
])('shows each event in the first run: %s', async (_when, instant, expected) => {
  await startAt(instant);
  const found = await findAll();
  expect(found.filter((text) => text.includes('with events')).toSorted()).toEqual(expected.toSorted());
  // The other accounts are steady. Some have daily budgets far above their spend.
  expect(found.filter((text) => !text.includes('with events') && !text.includes(': pacing down'))).toEqual([]);
});

it('withdraws a spike when its spend is corrected', async () => {
  await startAt('2027-01-16T07:00:00Z');
  const readSpike = async () => {
    const histories = await readPlatform('google');
    const history = present(
      histories.find(({ account }) => account.name.includes('with events')),
      'account with events',
    );
    const campaign = history.objects.find(({ name }) => name.endsWith('Implants'));
    return { history, rows: history.rows.filter(({ campaignId }) => campaignId === campaign?.id) };
  };
  const { history, rows } = await readSpike();
  expect(findIn(history).filter((text) => text.includes('spend-spike'))).toHaveLength(1);
  for (const { id: adId, day, spend } of rows.filter((row) => row.day >= addDays(history.today, -3)))
    await platforms.control('POST', 'corrections', {
      platform: 'google',
      accountId: history.account.id,
      adId,
      day,
      spend: (-Number(spend) * 2) / 3,
    });
  const corrected = await readSpike();
  expect(findIn(corrected.history).toSorted()).toEqual(
    findIn(history)
      .filter((text) => !text.includes('spend-spike'))
      .toSorted(),
  );
});

it.each([
  ['google', 2, { forms: 0, leads: 0 }],
  ['facebook', 3, { forms: 2, leads: 60 }],
  ['tiktok', 2, { forms: 2, leads: 3 }],
] as const)('adds the account of %s for grants whose box is ticked only', async (id, count, own) => {
  await startAt('2027-01-16T07:00:00Z');
  const adapter = platforms.adapter(id);
  const read = async (grant: Grant) => {
    const call = callWith(grant);
    const forms = await readForms(adapter, call);
    return {
      call,
      accounts: await adapter.listAccounts(call),
      forms: forms.length,
      leads: forms.flatMap(({ at }) => at).length,
    };
  };
  const plain = await platforms.connect(id);
  const { accounts, ...before } = await read(plain);
  expect(accounts).toHaveLength(count);
  expect(before).toMatchObject(own);

  const full = await read(await connectWithEvents(id));
  const added = full.accounts.filter(({ name }) => name.includes('with events'));
  expect(added).toHaveLength(1);
  expect(full.accounts.filter((each) => !added.includes(each))).toEqual(accounts);
  expect(full.forms).toBe(own.forms + (id === 'facebook' ? 1 : 0));

  expect(await read(plain)).toMatchObject({ accounts, ...own });
  const ads = present(adapter.ads, 'ad reports');
  const account = present(added[0], 'account with events');
  expect(await Array.fromAsync(ads.listObjects(full.call, account))).not.toEqual([]);
  await failureOf(Array.fromAsync(ads.listObjects(before.call, account)));
});
