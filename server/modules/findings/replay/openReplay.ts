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
import type { InputLine } from '../detector/lines.ts';
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
  /** Instants at which figures were read, oldest first. */
  reads: readonly string[];
  today: Day;
  now: Date;
};

export type Replay = {
  /** The campaigns, ads and forms that are looked at. */
  campaigns: number;
  ads: number;
  forms: number;
  /** What is above an entity, with itself. */
  lineOf: (entity: EntityKey) => ReadonlySet<string>;
  /** The lines in their order, a part at a time. */
  lines: AsyncGenerator<InputLine[]>;
};

/** Lines that do not come with a read, by their run. */
type Planned = Map<Day, InputLine[]>;

const plan = (planned: Planned, line: InputLine): void => {
  const lines = planned.get(line.read) ?? [];
  planned.set(line.read, lines);
  lines.push(line);
};

const adSetOf = ({ adSetId, campaignId }: ReplayedAd): string =>
  adSetId === null ? madeUpAdSetOf(campaignId) : toEntity({ level: 'adset', id: adSetId });

const linesOf = (account: string, ads: readonly ReplayedAd[], adForms: readonly AdForm[]) => {
  const lines = new Map<string, Set<string>>();
  const add = (entity: string, above: readonly string[]) => {
    const line = lines.get(entity) ?? new Set([entity, account]);
    lines.set(entity, line);
    for (const each of above) line.add(each);
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
    lines.get(toEntity(entity)) ?? new Set([toEntity(entity), account]);
};

/** What the first run knows, some ads at a time. */
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

/** Cuts pages, which are in the order of their runs, at the ends of runs. */
async function* readsByRun(pages: AsyncGenerator<ReadRow[]>): AsyncGenerator<{ run: Day; rows: ReadRow[] }> {
  for await (const page of pages) for (const [run, rows] of Map.groupBy(page, (row) => row.run)) yield { run, rows };
}

/** The days with delivery of these objects, as their running totals have them. */
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
 * Reads what is stored of an account as the detector is told it. The lines must be read within the transaction.
 * @returns null before a day is complete
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
  const introduce = (entity: string, line: InputLine): void => {
    introduced.set(entity, line.read);
    plan(planned, line);
  };
  const campaigns = new Set<string>();
  // Parents come before their children, and an object begins with the first of them.
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
    // Stopped before it was first listed, so nobody saw the change.
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
  const toRowLines = (rows: readonly ReplayedRow[], read: Day): InputLine[] =>
    rows.map(({ id: of, day, spend, impressions, clicks, conversions, leads }) => ({
      type: 'row',
      read,
      ad: toEntity({ level: 'ad', id: of }),
      day,
      // Platforms take invalid clicks back, now and then more than a day had.
      spend: Math.max(0, spend),
      impressions: Math.max(0, impressions),
      clicks: Math.max(0, clicks),
      conversions: Math.max(0, countsLeads ? leads : conversions),
    }));

  async function* leadsByRun(): AsyncGenerator<{ run: Day; lines: InputLine[] }> {
    if (forms.length === 0) return;
    for (let from = since; from <= today; from = addDays(from, leadDaysAtOnce)) {
      const until = [addDays(from, leadDaysAtOnce), addDays(today, 1)].reduce((a, b) => (a < b ? a : b));
      const span = {
        since: startOfDay(timeZone, from),
        until: until > today ? now : startOfDay(timeZone, until),
      };
      const found = await listFormLeads(db, key, forms, span);
      // A day ends before its leads are known, but the running one is looked at while it runs.
      const runOf = (at: Date): Day => inTime(addDays(localDayAt(timeZone, at.getTime()), 1));
      for (const [run, ofRun] of Map.groupBy(found, ({ at }) => runOf(at)))
        yield {
          run,
          lines: [...Map.groupBy(ofRun, ({ formId }) => formId)].map(([formId, times]) => ({
            type: 'leads',
            read: run,
            form: toEntity({ level: 'form', id: formId }),
            at: times.map(({ at }) => at.toISOString()),
          })),
        };
    }
  }

  async function* lines(): AsyncGenerator<InputLine[]> {
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
        for await (const rows of earlierRows(db, key, ads, { since, run })) yield toRowLines(rows, run);
      while (nextReads.done !== true && nextReads.value.run <= run) {
        for (const { day } of nextReads.value.rows) unseen.delete(day);
        yield toRowLines(nextReads.value.rows, run);
        nextReads = await reads.next();
      }
      const days = known.get(run) ?? [];
      // A day that was first read when it no longer was young is in no read.
      const missed = new Set(days.filter((each) => unseen.has(each)));
      const [firstMissed, lastMissed] = [
        days.find((each) => missed.has(each)),
        days.findLast((each) => missed.has(each)),
      ];
      if (firstMissed !== undefined && lastMissed !== undefined)
        for (let start = 0; start < adIds.length; start += adsAtOnce) {
          const range = { since: firstMissed, until: lastMissed };
          const rows = await totalRows(db, key, 'ad', adIds.slice(start, start + adsAtOnce), range);
          yield toRowLines(
            rows.filter(({ day }) => missed.has(day)),
            run,
          );
        }
      if (days.length > 0) yield [{ type: 'read', read: run, account: id, days: [...days] }];
      while (nextLeads.done !== true && nextLeads.value.run <= run) {
        yield nextLeads.value.lines;
        nextLeads = await leads.next();
      }
      yield [{ type: 'ask', read: run, ...(run === today ? { at: now.toISOString() } : {}) }];
    }
  }

  return {
    campaigns: campaigns.size,
    ads: ads.length,
    forms: forms.length,
    lineOf: linesOf(id, ads, adForms),
    lines: lines(),
  };
};
