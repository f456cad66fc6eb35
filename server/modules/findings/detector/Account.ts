import type { FindingDirection, FindingKind } from '#shared/findings.ts';
import { createGrowth } from './Growth.ts';
import type { Growth } from './Growth.ts';
import { historyDays } from './limits.ts';
import { createNode, isRelated, selfAndAbove, selfAndBelow, slotOf } from './Node.ts';
import type { Node } from './Node.ts';
import type { DayNumber } from './days.ts';

export type Form = {
  id: string;
  /** Leads per day. */
  daily: Float64Array;
  /** Leads by hour of day and by weekday, since the first lead. */
  byHour: Float64Array;
  byWeekday: Float64Array;
  odd: Uint8Array;
  firstDay: DayNumber;
  /** Hour of the last lead, in local hours of the account since 1970. */
  lastHour: number;
};

/** What a finding has named. Prevents duplicate findings with the same cause. */
export type Incident = {
  kind: FindingKind;
  node: Node | null;
  form: string | null;
  onset: DayNumber;
  /** Null while it lasts. */
  until: DayNumber | null;
  direction: FindingDirection;
};

/** Autocorrelation of log spend from day to day, and the standard deviation of its daily innovations. */
export type SpendNoise = { memory: number; deviation: number };

/** Ring buffer of the newest changes. `next`: the index of the next write. */
export type PastChanges = { changes: number[]; variances: number[]; next: number; spread: number | null };

export type Account = {
  id: string;
  timeZone: string;
  node: Node;
  /** The account and all nodes below, parents before their children. */
  nodes: Node[];
  forms: Map<string, Form>;
  isRead: Uint8Array;
  firstDay: DayNumber;
  /** The newest complete day, and the day of the last read. */
  lastDay: DayNumber;
  lastRead: DayNumber;
  newestSlot: DayNumber;
  /** Whether figures arrived since the last run. */
  hasNewFigures: boolean;
  touchedDays: Set<DayNumber>;
  growth: Growth;
  budgets: Map<string, number>;
  incidents: Incident[];
  /** Weekly rhythm of spend: logarithms, from Monday. */
  weekdays: Float64Array;
  /** Weekly rhythm of leads per click: factors, from Monday. */
  leadWeekdays: Float64Array;
  refreshedOn: DayNumber;
  /** Spend noise of campaigns and of ad sets. */
  spendNoise: { campaign: SpendNoise; adSet: SpendNoise };
  /** Past rate changes between windows. They show the account's normal variation. */
  pastChanges: Map<number, PastChanges>;
};

export const createAccount = (id: string, timeZone: string, node = createNode(id, 'account', null, 0)): Account => ({
  id,
  timeZone,
  node,
  nodes: [node],
  forms: new Map(),
  isRead: new Uint8Array(historyDays),
  firstDay: Number.POSITIVE_INFINITY,
  lastDay: -1,
  lastRead: -1,
  newestSlot: -1,
  hasNewFigures: false,
  touchedDays: new Set(),
  growth: createGrowth(),
  budgets: new Map(),
  incidents: [],
  weekdays: new Float64Array(7),
  leadWeekdays: new Float64Array(7).fill(1),
  refreshedOn: -1,
  spendNoise: { campaign: { memory: 0.5, deviation: 0 }, adSet: { memory: 0.5, deviation: 0 } },
  pastChanges: new Map(),
});

export const createForm = (id: string): Form => ({
  id,
  daily: new Float64Array(historyDays),
  byHour: new Float64Array(24),
  byWeekday: new Float64Array(7),
  odd: new Uint8Array(historyDays),
  firstDay: Number.POSITIVE_INFINITY,
  lastHour: -1,
});

/** Clears the slots of the oldest days for a new day. False: the day is too old to keep. */
export const openDay = (account: Account, day: DayNumber): boolean => {
  if (account.newestSlot < 0) account.newestSlot = day - 1;
  if (day <= account.newestSlot - historyDays + 8) return false;
  if (day <= account.newestSlot) return true;
  for (let next = Math.max(account.newestSlot + 1, day - historyDays + 1); next <= day; next += 1) {
    const slot = slotOf(next);
    account.isRead[slot] = 0;
    for (const node of account.nodes) {
      if (node.lastOdd >= next - historyDays) {
        node.oddSpend[slot] = 0;
        node.oddLeads[slot] = 0;
      }
      // An only child shares its figures.
      if (node.children.length === 1) continue;
      const { spend, impressions, clicks, conversions } = node.figures;
      spend[slot] = 0;
      impressions[slot] = 0;
      clicks[slot] = 0;
      conversions[slot] = 0;
    }
    for (const form of account.forms.values()) {
      form.daily[slot] = 0;
      form.odd[slot] = 0;
    }
  }
  account.newestSlot = day;
  return true;
};

export const isKnownDay = (account: Account, day: DayNumber): boolean =>
  day >= account.firstDay && day > account.newestSlot - historyDays && account.isRead[slotOf(day)] === 1;

/** The share of a day's final conversions that is already known. */
export const knownShare = (account: Account, day: DayNumber): number => account.growth.shareAt(account.lastRead - day);

/** The newest day with this known share of its conversions, but never before `least`. */
export const ripeDay = (account: Account, least: DayNumber, day: DayNumber, share: number): DayNumber => {
  let ripe = day;
  while (ripe > least && (!isKnownDay(account, ripe) || knownShare(account, ripe) < share)) ripe -= 1;
  return ripe;
};

/** Adds up ads into ad sets, campaigns and the account. A fixed order keeps the totals deterministic. */
export const sumUp = (account: Account): void => {
  for (const day of account.touchedDays) {
    const slot = slotOf(day);
    // Parents come before their children, so the reverse order computes each child before its parent.
    for (let index = account.nodes.length - 1; index >= 0; index -= 1) {
      const node = account.nodes[index];
      // An only child shares its figures.
      if (!node || node.children.length < 2) continue;
      let spend = 0;
      let impressions = 0;
      let clicks = 0;
      let conversions = 0;
      for (const { figures } of node.children) {
        spend += figures.spend[slot] ?? 0;
        impressions += figures.impressions[slot] ?? 0;
        clicks += figures.clicks[slot] ?? 0;
        conversions += figures.conversions[slot] ?? 0;
      }
      const { figures } = node;
      figures.spend[slot] = spend;
      figures.impressions[slot] = impressions;
      figures.clicks[slot] = clicks;
      figures.conversions[slot] = conversions;
    }
  }
  account.touchedDays.clear();
};

/** Excludes days from the baselines of a node and of all nodes above and below it. */
export const markOdd = (node: Node, what: 'oddSpend' | 'oddLeads', since: DayNumber, until: DayNumber): void => {
  for (let day = since; day <= until; day += 1) {
    for (const related of [...selfAndAbove(node), ...selfAndBelow(node)]) {
      related[what][slotOf(day)] = 1;
      related.lastOdd = Math.max(related.lastOdd, day);
    }
  }
};

export const adsOfForm = (account: Account, form: string): Node[] => account.node.ads.filter((ad) => ad.form === form);

/** Whether an incident of one of these kinds affects a node or form between `since` and `until`. */
export const isNamed = (
  account: Account,
  kinds: readonly FindingKind[],
  { node, form }: { node: Node | null; form?: string },
  since: DayNumber,
  until: DayNumber,
): boolean =>
  account.incidents.some((incident) => {
    if (!kinds.includes(incident.kind)) return false;
    if (incident.onset > until || (incident.until ?? Number.POSITIVE_INFINITY) < since) return false;
    if (form !== undefined && incident.form === form) return true;
    if (incident.node && node) return isRelated(incident.node, node);
    const shared = incident.form ?? form;
    const other = incident.node ?? node;
    return shared !== undefined && other !== null && other.ads.some((ad) => ad.form === shared);
  });
