import { addDays, daysOf } from '#shared/lib/dateRange.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { InputEvent } from '#server/modules/findings/detector/events.ts';
import type { AdPlatform } from '#server/providers/AdPlatform.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';
import type { PlatformCall } from '#server/providers/calls/PlatformCall.ts';
import type { AdDayRow, AdObject, AdReports } from '#server/providers/reports/AdReports.ts';
import { createClock } from '../support/clock.ts';

type FormLeads = { id: string; name: string; at: string[]; ads: Set<string> };

/** An ad account's data after the first read. `range` contains the complete days. */
export type History = {
  account: PlatformAccount;
  today: Day;
  range: DateRange;
  objects: AdObject[];
  rows: AdDayRow[];
  forms: FormLeads[];
};

/** All lead forms in a grant, with the times of their leads. */
export const readForms = async ({ leads }: AdPlatform, call: PlatformCall): Promise<FormLeads[]> => {
  const forms: FormLeads[] = [];
  for (const page of (await leads?.listPages(call)) ?? [])
    for (const form of (await leads?.listForms(call, page)) ?? []) {
      const known: FormLeads = { ...form, at: [], ads: new Set() };
      for await (const batch of leads?.readLeads(call, { page, form, since: null }) ?? [])
        for (const { createdAt, adId } of batch) {
          if (createdAt !== null) known.at.push(createdAt.toISOString());
          if (adId !== null) known.ads.add(adId);
        }
      forms.push(known);
    }
  return forms;
};

/** Reads recent days of every account through the adapter. A form belongs to the account whose ads its leads came from. */
export const readHistories = async (
  adapter: AdPlatform,
  ads: AdReports,
  call: PlatformCall,
  days: number,
): Promise<History[]> => {
  const forms = await readForms(adapter, call);
  const histories: History[] = [];
  for (const account of await adapter.listAccounts(call)) {
    const today = createClock().today(account.timeZone ?? undefined);
    const range = { since: addDays(today, -days), until: addDays(today, -1) };
    const objects = (await Array.fromAsync(ads.listObjects(call, account))).flat();
    const parts = await Array.fromAsync(ads.readDays(call, { account, range, level: 'ad' }));
    const own = new Set(objects.map(({ id }) => id));
    histories.push({
      account,
      today,
      range,
      objects,
      rows: parts.flatMap(({ rows }) => rows).toSorted((a, b) => (a.day < b.day ? -1 : 1)),
      forms: forms.filter((form) => [...form.ads].some((ad) => own.has(ad))),
    });
  }
  return histories;
};

/** Monthly sum of the running campaigns' daily budgets. Null if a campaign has no daily budget. */
const monthlyBudgetOf = ({ objects, today }: History): number | null => {
  const running = objects.filter(
    ({ level, status }) => level === 'campaign' && (status === 'delivering' || status === 'learning'),
  );
  if (running.length === 0 || running.some(({ budget }) => budget?.kind !== 'daily')) return null;
  const daily = new Map(running.map(({ id, budget }) => [budget?.sharedId ?? id, Number(budget?.amount)]));
  const [year = 0, month = 0] = today.split('-').map(Number);
  return new Date(Date.UTC(year, month, 0)).getUTCDate() * [...daily.values()].reduce((sum, amount) => sum + amount, 0);
};

/** The detector's input events for a single run over the whole history. */
export function* eventsOf(history: History): Generator<InputEvent> {
  const { today: read, range, rows, objects, forms } = history;
  const account = `account:${history.account.id}`;
  yield { type: 'account', read, id: account, timeZone: history.account.timeZone ?? 'UTC' };
  for (const { id } of forms) yield { type: 'form', read, id: `form:${id}`, account };
  const formOf = new Map(forms.flatMap(({ id, ads }) => [...ads].map((ad) => [ad, `form:${id}`])));
  const sinceOf = new Map(objects.map(({ id, startsAt }) => [id, startsAt?.slice(0, 10) ?? range.since]));
  const introduced = new Set<string>();
  for (const { id, campaignId, adSetId } of rows) {
    const campaign = `campaign:${campaignId}`;
    // Asset groups have no ad set.
    const adSet = `adset:${adSetId ?? campaignId}`;
    const ad = `ad:${id}`;
    const since = sinceOf.get(campaignId ?? '') ?? range.since;
    if (!introduced.has(campaign)) yield { type: 'campaign', read, id: campaign, account, since };
    if (!introduced.has(adSet)) yield { type: 'adSet', read, id: adSet, campaign };
    if (!introduced.has(ad)) yield { type: 'ad', read, id: ad, adSet, form: formOf.get(id) ?? null, since };
    for (const each of [campaign, adSet, ad]) introduced.add(each);
  }
  const amount = monthlyBudgetOf(history);
  if (amount !== null) yield { type: 'budget', read, entity: account, month: read.slice(0, 7), amount };
  yield { type: 'read', read, account, days: daysOf(range) };
  for (const { id, day, ...metrics } of rows)
    yield {
      type: 'row',
      read,
      ad: `ad:${id}`,
      day,
      spend: Number(metrics.spend),
      impressions: Number(metrics.impressions),
      clicks: Number(metrics.clicks),
      conversions: Number(metrics.conversions),
    };
  for (const { id, at } of forms) yield { type: 'leads', read, form: `form:${id}`, at };
  yield { type: 'ask', read };
}
