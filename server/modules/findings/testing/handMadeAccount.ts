import { addDays, daysOf, utcDay } from '#shared/lib/dateRange.ts';
import type { AdStatus } from '#shared/campaigns.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { ServerEventName, ServerEventPayload } from '#shared/socketEvents.ts';
import type { OpenDatabase } from '#server/database/connection/openDatabase.ts';
import { eq } from '#server/database/drizzle.ts';
import { adAccounts, findings, insightAccounts, leads, users } from '#server/database/schema.ts';
import { createLogger } from '#server/lib/logging/logger.ts';
import { newId } from '#server/lib/ids.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import type { AccountKey } from '#server/modules/ads/objects/totals/adTotals.store.ts';
import { saveObjects } from '#server/modules/ads/objects/totals/adObjects.store.ts';
import { storeAdDays } from '#server/modules/ads/objects/totals/storeAdDays.ts';
import { createWorkspace } from '#server/modules/users/workspaces/workspaces.store.ts';
import type { AdDayRow, AdObject } from '#server/providers/reports/AdReports.ts';
import { findFindingsHandler } from '../runs/findFindings.handler.ts';
import { recordFindingRead, wantRun } from '../runs/findingRuns.store.ts';
import type { FindingRow } from '../list/findings.store.ts';

export type DayFigures = { spend: number; impressions: number; clicks: number; conversions: number };

/** Ad metrics for a day, as read on `readOn`. Null: no delivery. */
export type Figures = (ad: { id: string; campaignId: string }, day: Day, readOn: Day) => DayFigures | null;

export type HandMadeOptions = {
  db: OpenDatabase['db'];
  platform?: PlatformId;
  timeZone?: string;
  ads: readonly { id: string; campaignId: string; adSetId: string | null }[];
  figures: Figures;
};

export type HandMadeAccount = {
  key: AccountKey;
  userId: string;
  /** Statuses for the next read, by keys like `ad:1`. Other objects are active. */
  statuses: Map<string, AdStatus>;
  /** Published events, in order. */
  published: { event: string; payload: unknown }[];
  /** Stores these days like an evening read. */
  read: (range: DateRange, at: Date) => Promise<void>;
  addLeads: (formId: string, adId: string, at: readonly Date[]) => Promise<void>;
  /** Runs detection like a worker, even if the account is not due. */
  run: (at: Date, db?: OpenDatabase['db']) => Promise<void>;
  list: () => Promise<FindingRow[]>;
};

/** A deterministic number in [0, 1) derived from a text. */
export const chanceOf = (text: string): number => {
  let hash = 2_166_136_261;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 16_777_619) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 2_246_822_507) >>> 0;
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32;
};

const insertAccount = async (
  db: OpenDatabase['db'],
  platform: PlatformId,
  timeZone: string,
): Promise<{ key: AccountKey; userId: string }> => {
  const userId = newId();
  const accountId = newId();
  await db.insert(users).values({ id: userId, name: 'Ada', email: `${userId}@example.test` });
  const workspaceId: WorkspaceId = await db.transaction((tx) => createWorkspace(tx, userId, new Date()));
  const owner = { workspaceId, platform, accountId };
  await db
    .insert(adAccounts)
    .values({ ...owner, name: 'Acme Europe', currency: 'EUR', timeZone, position: 0, listedAt: new Date() });
  await db.insert(insightAccounts).values({ ...owner, nextReadAt: new Date('9999-01-01') });
  return { key: owner, userId };
};

/** An ad account with made-up metrics and leads, stored like real reads. */
export const newHandMadeAccount = async ({
  db,
  platform = 'facebook',
  timeZone = 'Europe/Berlin',
  ads,
  figures,
}: HandMadeOptions): Promise<HandMadeAccount> => {
  const { key, userId } = await insertAccount(db, platform, timeZone);
  const published: HandMadeAccount['published'] = [];
  const publisher = {
    toMember: <E extends ServerEventName>(_member: unknown, event: E, payload: ServerEventPayload<E>) =>
      void published.push({ event, payload }),
    toWorkspace: <E extends ServerEventName>(_workspaceId: unknown, event: E, payload: ServerEventPayload<E>) =>
      void published.push({ event, payload }),
    cutSessions: async () => undefined,
    moveSessions: async () => undefined,
    forgetWorkspaces: async () => undefined,
  };
  let leadCount = 0;
  const statuses = new Map<string, AdStatus>();

  const listObjects = (): AdObject[] => {
    const listed = new Map<string, AdObject>();
    const add = (level: AdObject['level'], id: string, campaignId: string | null, adSetId: string | null) =>
      listed.set(`${level}:${id}`, {
        level,
        id,
        campaignId,
        adSetId,
        name: `Name of ${level} ${id}`,
        status: statuses.get(`${level}:${id}`) ?? 'delivering',
        platformStatus: '',
        budget: null,
        objective: null,
        optimizationGoal: null,
        startsAt: null,
        endsAt: null,
      });
    for (const { id, campaignId, adSetId } of ads) {
      add('campaign', campaignId, null, null);
      if (adSetId !== null) add('adset', adSetId, campaignId, null);
      add('ad', id, campaignId, adSetId);
    }
    return [...listed.values()];
  };

  const rowsOf = (range: DateRange, readOn: Day): AdDayRow[] =>
    daysOf(range).flatMap((day) =>
      ads.flatMap((ad) => {
        const found = figures(ad, day, readOn);
        return found === null
          ? []
          : [
              {
                day,
                ...ad,
                name: `Name of ${ad.id}`,
                adSetName: null,
                spend: found.spend.toFixed(2),
                impressions: String(Math.round(found.impressions)),
                clicks: String(Math.round(found.clicks)),
                conversions: String(Math.round(found.conversions)),
                leads: String(Math.round(found.conversions)),
              },
            ];
      }),
    );

  return {
    key,
    userId,
    published,
    statuses,
    read: async (range, at) => {
      const rows = rowsOf(range, utcDay(at));
      const facts = {
        readAt: at,
        today: utcDay(at),
        settledUntil: addDays(utcDay(at), -29),
        account: { currency: 'EUR', timeZone },
      };
      await db.transaction(async (tx) => {
        const campaigns = rows.map(({ campaignId, ...row }) => ({
          ...row,
          id: campaignId ?? '',
          campaignId: null,
          adSetId: null,
          name: `Name of ${campaignId}`,
        }));
        await saveObjects(tx, key, listObjects(), { seenAt: at, today: facts.today, currency: 'EUR' });
        await storeAdDays(tx, key, 'campaign', { range, rows: campaigns }, facts);
        await storeAdDays(tx, key, 'ad', { range, rows }, facts);
        await recordFindingRead(tx, key, at);
      });
    },
    addLeads: async (formId, adId, times) => {
      const values = times.map((createdAt) => {
        leadCount += 1;
        const leadId = `lead-${leadCount}`;
        const shown = { name: 'Ada', email: '', phone: '' };
        const lead = { workspaceId: key.workspaceId, list: 'facebook' as const, leadId, formId, adId, answers: [] };
        return { ...lead, ...shown, createdAt, updatedAt: createdAt };
      });
      if (values.length > 0) await db.insert(leads).values(values);
    },
    run: async (at, runDb = db) => {
      await db.transaction((tx) => wantRun(tx, key));
      const context = { db: runDb, clock: { now: () => at }, publisher };
      await findFindingsHandler(context).run(key, {
        log: createLogger('silent'),
        signal: new AbortController().signal,
        isLastAttempt: true,
        progressed: () => Promise.resolve(),
      });
    },
    list: () => db.select().from(findings).where(eq(findings.accountId, key.accountId)).orderBy(findings.openedAt),
  };
};
