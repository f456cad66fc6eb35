import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import { isTimeZone, localDayAt } from '#shared/lib/localTime.ts';
import type { Queryable, Transaction } from '#server/database/Database.ts';
import { startOfDay } from '#server/lib/startOfDay.ts';
import { listMonths } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { allOf, isNothing, placeOf, scaleOf } from '#server/modules/ads/objects/totals/metrics.ts';
import type { StoredLevel, StoredMetric } from '#server/modules/ads/objects/totals/metrics.ts';
import { metricsOf, monthsToLoad } from '#server/modules/ads/objects/totals/runningTotals.ts';
import type { InputEvent } from '../detector/events.ts';
import { listReplayedBudgets } from '../budgets/budgets.store.ts';
import { madeUpAdSetOf, toEntity } from './entityIds.ts';
import type { EntityKey } from './entityIds.ts';
import { planReplay } from './replayPlan.ts';
import { toDetectorStatus } from './runningStatuses.ts';
import {
  hasPlatformLeads,
  listEnds,
  listAdForms,
  listEarlierRows,
  listReplayedAds,
  listReplayedChanges,
  listFormLeads,
  listReadDays,
  listStoppedObjects,
  streamReadRows,
} from './replay.store.ts';
import type { AdForm, ReplayedAd, ReplayedRow, ReadRow } from './replay.store.ts';

/** Ads whose history is in memory at once. */
const adsAtOnce = 50;
/** Days whose leads are in memory at once. */
const leadDaysAtOnce = 28;

export type ReplayedAccount = AccountKey & {
  timeZone: string | null;
  /** Times of the metric reads, oldest first. */
  reads: readonly string[];
  today: Day;
  now: Date;
};

export type Replay = {
  /** Counts of replayed campaigns, ads and forms. */
  campaigns: number;
  ads: number;
  forms: number;
  /** An entity with its parents up to the account; a form with the ads that use it. */
  lineageOf: (entity: EntityKey) => ReadonlySet<string>;
  /** The events in order, in batches. */
  events: AsyncGenerator<InputEvent[]>;
};

/** Events that do not come from a read, by run. */
type Planned = Map<Day, InputEvent[]>;

const plan = (planned: Planned, event: InputEvent): void => {
  const events = planned.get(event.read) ?? [];
  planned.set(event.read, events);
  events.push(event);
};

const adSetOf = ({ adSetId, campaignId }: ReplayedAd): string =>
  adSetId === null ? madeUpAdSetOf(campaignId) : toEntity({ level: 'adset', id: adSetId });

const lineagesOf = (account: string, ads: readonly ReplayedAd[], adForms: readonly AdForm[]) => {
  const lineages = new Map<string, Set<string>>();
  const add = (entity: string, above: readonly string[]) => {
    const lineage = lineages.get(entity) ?? new Set([entity, account]);
    lineages.set(entity, lineage);
    for (const each of above) lineage.add(each);
  };
  const formOf = new Map(adForms.map(({ adId, formId }) => [adId, toEntity({ level: 'form', id: formId })]));
  for (const ad of ads) {
    const campaign = toEntity({ level: 'campaign', id: ad.campaignId });
    const [entity, adSet] = [toEntity({ level: 'ad', id: ad.id }), adSetOf(ad)];
    add(campaign, []);
    add(adSet, [campaign]);
    add(entity, [adSet, campaign]);
    const form = formOf.get(ad.id);
    if (form !== undefined) add(form, [entity, adSet, campaign]);
  }
  return (entity: EntityKey): ReadonlySet<string> =>
    lineages.get(toEntity(entity)) ?? new Set([toEntity(entity), account]);
};

/** Rows known in the first run, 50 ads at a time. */
async function* earlierRows(
  db: Queryable,
  key: AccountKey,
  ads: readonly ReplayedAd[],
  { since, run }: { since: Day; run: Day },
): AsyncGenerator<ReplayedRow[]> {
  for (let start = 0; start < ads.length; start += adsAtOnce) {
    const ids = ads.slice(start, start + adsAtOnce).map(({ id }) => id);
    const read = await listEarlierRows(db, key, ids, { since, run });
    const range = { since, until: addDays(run, -1) };
    const known = new Set(read.map(({ id, day }) => `${id} ${day}`));
    const settled = await totalRows(db, key, 'ad', ids, range);
    yield [...read, ...settled.filter(({ id, day }) => !known.has(`${id} ${day}`))];
  }
}

/** Splits pages at run boundaries. */
async function* readsByRun(pages: AsyncGenerator<ReadRow[]>): AsyncGenerator<{ run: Day; rows: ReadRow[] }> {
  for await (const page of pages) for (const [run, rows] of Map.groupBy(page, (row) => row.run)) yield { run, rows };
}

/** Days on which these objects delivered, from their running totals. */
const totalRows = async (
  db: Queryable,
  key: AccountKey,
  level: StoredLevel,
  ids: readonly string[],
  range: DateRange,
): Promise<ReplayedRow[]> => {
  const ends = await listEnds(db, key, level, ids);
  const asked = ends.flatMap(({ id, ...own }) => monthsToLoad(own, range).map((month) => ({ id, month })));
  const months = Map.groupBy(await listMonths(db, key, level, asked), ({ id }) => id);
  return ends.flatMap(({ id, ...own }) => {
    if (own.firstDay === null || own.lastDay === null) return [];
    const series = { ...own, months: new Map(months.get(id)?.map(({ month, totals }) => [month, totals])) };
    const since = own.firstDay > range.since ? own.firstDay : range.since;
    const until = own.lastDay < range.until ? own.lastDay : range.until;
    return since > until
      ? []
      : daysOf({ since, until }).flatMap((day) => {
          const metrics = metricsOf(series, day);
          if (isNothing(metrics)) return [];
          const valueOf = (metric: StoredMetric): number => Number(metrics[placeOf(metric)] ?? 0n) / scaleOf(metric);
          return [
            {
              id,
              day,
              spend: valueOf('spend'),
              impressions: valueOf('impressions'),
              clicks: valueOf('clicks'),
              conversions: valueOf('conversions'),
              leads: valueOf('leads'),
            },
          ];
        });
  });
};

/**
 * Replays the stored data of an account as events for the detector. Iterate the events within the transaction.
 * @returns null until a day is complete
 */
export const openReplay = async (db: Transaction, account: ReplayedAccount): Promise<Replay | null> => {
  const { today, now, timeZone } = account;
  const key: AccountKey = account;
  const planned: Planned = new Map();
  const readDays = await listReadDays(db, key, addDays(today, -400));
  const schedule = planReplay(readDays, account.reads, { today, timeZone });
  if (!schedule) return null;
  const { since, firstRun, known } = schedule;
  const toRun = (day: Day): Day => [day, firstRun].reduce((a, b) => (a > b ? a : b));
  const inTime = (day: Day): Day => (day > today ? today : toRun(day));

  const ads = await listReplayedAds(db, key, since);
  const adForms = await listAdForms(db, key, startOfDay(timeZone, since));
  const formOf = new Map(adForms.map(({ adId, formId }) => [adId, formId]));
  const forms = [...new Set(formOf.values())].toSorted();
  const id = toEntity({ level: 'account', id: account.accountId });
  const zone = timeZone !== null && isTimeZone(timeZone) ? timeZone : 'UTC';
  plan(planned, { type: 'account', read: firstRun, id, timeZone: zone });
  for (const form of forms)
    plan(planned, { type: 'form', read: firstRun, id: toEntity({ level: 'form', id: form }), account: id });

  const introduced = new Map<string, Day>();
  const introduce = (entity: string, event: InputEvent): void => {
    introduced.set(entity, event.read);
    plan(planned, event);
  };
  const campaigns = new Set<string>();
  // Parents precede their children. A parent starts on the same day as its first child.
  for (const ad of ads.toSorted((a, b) => (a.firstDay < b.firstDay ? -1 : a.firstDay > b.firstDay ? 1 : 0))) {
    const began = ad.firstDay < since ? since : ad.firstDay;
    const read = inTime(began);
    const campaign = toEntity({ level: 'campaign', id: ad.campaignId });
    const [adSet, entity] = [adSetOf(ad), toEntity({ level: 'ad', id: ad.id })];
    if (!introduced.has(campaign))
      introduce(campaign, { type: 'campaign', read, id: campaign, account: id, since: began });
    if (!introduced.has(adSet)) introduce(adSet, { type: 'adSet', read, id: adSet, campaign });
    const form = formOf.get(ad.id);
    introduce(entity, {
      type: 'ad',
      read,
      id: entity,
      adSet,
      form: form === undefined ? null : toEntity({ level: 'form', id: form }),
      since: began,
    });
    campaigns.add(campaign);
  }

  const objects = new Set(ads.flatMap((ad) => [ad.id, ad.campaignId, ...(ad.adSetId === null ? [] : [ad.adSetId])]));
  const changes = await listReplayedChanges(db, key, [...objects]);
  const begun = new Map<string, string | null>();
  for (const { level, id: of, what, from } of changes) {
    const entity = toEntity({ level, id: of });
    if (what === 'status' && !begun.has(entity)) begun.set(entity, from);
  }
  const planChange = (
    entity: string,
    day: Day,
    change: { what: 'budget' | 'status'; from: string | number; to: string | number },
  ) => {
    const read = introduced.get(entity);
    if (read === undefined) return;
    const run = inTime(day);
    plan(planned, { type: 'change', read: run > read ? run : read, entity, day, ...change });
  };
  for (const { level, id: of, status, lastDay, firstSeenAt } of await listStoppedObjects(db, key, since)) {
    const entity = toEntity({ level, id: of });
    // The object stopped before its first listing, so no change was recorded.
    if (begun.has(entity)) continue;
    const seen = localDayAt(timeZone, firstSeenAt.getTime());
    const day = lastDay === null || lastDay >= seen ? seen : addDays(lastDay, 1);
    planChange(entity, day, { what: 'status', from: 'active', to: toDetectorStatus(status) });
  }
  for (const { level, id: of, what, day, from, to } of changes) {
    const entity = toEntity({ level, id: of });
    if (what === 'status') {
      const change = { what, from: toDetectorStatus(from), to: toDetectorStatus(to) };
      if (change.from !== change.to) planChange(entity, day, change);
    } else if (from !== null && to !== null) planChange(entity, day, { what, from: Number(from), to: Number(to) });
  }
  for (const { month, amount, knownOn } of await listReplayedBudgets(db, key, { today, timeZone }))
    plan(planned, { type: 'budget', read: inTime(knownOn), entity: id, month, amount });

  const countsLeads = await hasPlatformLeads(db, key);
  const toRowEvents = (rows: readonly ReplayedRow[], read: Day): InputEvent[] =>
    rows.map(({ id: of, day, spend, impressions, clicks, conversions, leads }) => ({
      type: 'row',
      read,
      ad: toEntity({ level: 'ad', id: of }),
      day,
      // Platforms refund invalid clicks, sometimes more than the day's own clicks.
      spend: Math.max(0, spend),
      impressions: Math.max(0, impressions),
      clicks: Math.max(0, clicks),
      conversions: Math.max(0, countsLeads ? leads : conversions),
    }));

  async function* leadsByRun(): AsyncGenerator<{ run: Day; events: InputEvent[] }> {
    if (forms.length === 0) return;
    for (let from = since; from <= today; from = addDays(from, leadDaysAtOnce)) {
      const until = [addDays(from, leadDaysAtOnce), addDays(today, 1)].reduce((a, b) => (a < b ? a : b));
      const span = {
        since: startOfDay(timeZone, from),
        until: until > today ? now : startOfDay(timeZone, until),
      };
      const found = await listFormLeads(db, key, forms, span);
      // The leads of a day belong to the next run. Today's leads belong to today's run.
      const runOf = (at: Date): Day => inTime(addDays(localDayAt(timeZone, at.getTime()), 1));
      for (const [run, ofRun] of Map.groupBy(found, ({ at }) => runOf(at)))
        yield {
          run,
          events: [...Map.groupBy(ofRun, ({ formId }) => formId)].map(([formId, times]) => ({
            type: 'leads',
            read: run,
            form: toEntity({ level: 'form', id: formId }),
            at: times.map(({ at }) => at.toISOString()),
          })),
        };
    }
  }

  async function* events(): AsyncGenerator<InputEvent[]> {
    const sums = await totalRows(db, key, allOf('ad'), [account.accountId], { since, until: today });
    const unseen = new Set(sums.map(({ day }) => day).filter((day) => day >= firstRun));
    const leads = leadsByRun();
    let nextLeads = await leads.next();
    const adIds = ads.map((ad) => ad.id);
    const reads = readsByRun(streamReadRows(db, key, adIds, { firstRun, today }));
    let nextReads = await reads.next();
    for (let run = firstRun; run <= today; run = addDays(run, 1)) {
      yield planned.get(run) ?? [];
      if (run === firstRun)
        for await (const rows of earlierRows(db, key, ads, { since, run })) yield toRowEvents(rows, run);
      while (nextReads.done !== true && nextReads.value.run <= run) {
        for (const { day } of nextReads.value.rows) unseen.delete(day);
        yield toRowEvents(nextReads.value.rows, run);
        nextReads = await reads.next();
      }
      const days = known.get(run) ?? [];
      // A day has no read row if its first read came when it was no longer young.
      const missed = days.filter((each) => unseen.has(each));
      const [firstMissed, lastMissed] = [missed[0], missed.at(-1)];
      if (firstMissed !== undefined && lastMissed !== undefined)
        for (let start = 0; start < adIds.length; start += adsAtOnce) {
          const range = { since: firstMissed, until: lastMissed };
          const rows = await totalRows(db, key, 'ad', adIds.slice(start, start + adsAtOnce), range);
          yield toRowEvents(
            rows.filter(({ day }) => missed.includes(day)),
            run,
          );
        }
      if (days.length > 0) yield [{ type: 'read', read: run, account: id, days: [...days] }];
      while (nextLeads.done !== true && nextLeads.value.run <= run) {
        yield nextLeads.value.events;
        nextLeads = await leads.next();
      }
      yield [{ type: 'ask', read: run, ...(run === today ? { at: now.toISOString() } : {}) }];
    }
  }

  return {
    campaigns: campaigns.size,
    ads: ads.length,
    forms: forms.length,
    lineageOf: lineagesOf(id, ads, adForms),
    events: events(),
  };
};
