import type { FindingDirection, FindingKind } from '#shared/findings.ts';
import { createGrowth } from './Growth.ts';
import type { Growth } from './Growth.ts';
import { historyDays } from './limits.ts';
import { createNode, isRelated, selfAndAbove, selfAndBelow, slotOf } from './Node.ts';
import type { Node } from './Node.ts';
import type { DayNumber } from './days.ts';

export type Form = {
  id: string;
  /** Leads of each day. */
  daily: Float64Array;
  /** Leads of each hour of the day and each weekday, since the first. */
  byHour: Float64Array;
  byWeekday: Float64Array;
  odd: Uint8Array;
  firstDay: DayNumber;
  /** The account's own hour, counted since 1970, in which the last lead came. */
  lastHour: number;
};

/** What a finding has named: it keeps other findings from saying the same again. */
export type Incident = {
  kind: FindingKind;
  node: Node | null;
  form: string | null;
  onset: DayNumber;
  /** Null while it lasts. */
  until: DayNumber | null;
  direction: FindingDirection;
};

/** Memory of the logarithm of spend from one day to the next, and the deviation of what is new each day. */
export type SpendNoise = { memory: number; deviation: number };

/** The newest changes, in no order. `next`: where the next one goes. */
export type PastChanges = { changes: number[]; variances: number[]; next: number; spread: number | null };

export type Account = {
  id: string;
  timeZone: string;
  node: Node;
  /** The account and all below, parents before their children. */
  nodes: Node[];
  forms: Map<string, Form>;
  isRead: Uint8Array;
  firstDay: DayNumber;
  /** The newest complete day, and the run that brought it. */
  lastDay: DayNumber;
  lastRead: DayNumber;
  newestSlot: DayNumber;
  /** Whether days were read since the last run. */
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
  /** How the spend of campaigns and of ad sets wanders. */
  spendNoise: { campaign: SpendNoise; adSet: SpendNoise };
  /** Past changes of each rate between windows: what is normal here. */
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

/** Frees the place of the oldest days for a new one. False: the day is too old to be kept. */
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

/** The share of a day's conversions that is known by now. */
export const knownShare = (account: Account, day: DayNumber): number => account.growth.shareAt(account.lastRead - day);

/** The newest day, not before `least`, of whose conversions this share is known. */
export const ripeDay = (account: Account, least: DayNumber, day: DayNumber, share: number): DayNumber => {
  let ripe = day;
  while (ripe > least && (!isKnownDay(account, ripe) || knownShare(account, ripe) < share)) ripe -= 1;
  return ripe;
};

/** Sums ads up to ad sets, campaigns and the account, always in the same order. */
export const sumUp = (account: Account): void => {
  for (const day of account.touchedDays) {
    const slot = slotOf(day);
    // Parents come before their children, so that the other way around each finds its parts summed up.
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

/** Leaves days out of the baselines of a node and of all that shares its ads. */
export const markOdd = (node: Node, what: 'oddSpend' | 'oddLeads', since: DayNumber, until: DayNumber): void => {
  for (let day = since; day <= until; day += 1) {
    for (const related of [...selfAndAbove(node), ...selfAndBelow(node)]) {
      related[what][slotOf(day)] = 1;
      related.lastOdd = Math.max(related.lastOdd, day);
    }
  }
};

export const adsOfForm = (account: Account, form: string): Node[] => account.node.ads.filter((ad) => ad.form === form);

/** Whether an incident of one of these kinds touches a node or form within `margin` days. */
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
