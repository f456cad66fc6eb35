import { historyDays } from './limits.ts';
import type { DayNumber } from './days.ts';

/** One value per day of the last `historyDays`. */
export const slotOf = (day: DayNumber): number => day % historyDays;

export type Metric = 'spend' | 'impressions' | 'clicks' | 'conversions';
export const metricNames: readonly Metric[] = ['spend', 'impressions', 'clicks', 'conversions'];

export type Figures = Record<Metric, Float64Array>;

const createFigures = (): Figures => ({
  spend: new Float64Array(historyDays),
  impressions: new Float64Array(historyDays),
  clicks: new Float64Array(historyDays),
  conversions: new Float64Array(historyDays),
});

export type Level = 'account' | 'campaign' | 'adSet' | 'ad';

/** An announced change, dated by its first effect. `ratio` is the new budget divided by the old budget. */
export type BudgetChange = { day: DayNumber; ratio: number };
export type StatusChange = { day: DayNumber; isActive: boolean };

/** An account or a part of it. */
export type Node = {
  id: string;
  level: Level;
  parent: Node | null;
  children: Node[];
  /** All ads below. An ad contains itself. */
  ads: Node[];
  since: DayNumber;
  form: string | null;
  /** An only child and its parent share figures, because memory access takes most of the time. */
  figures: Figures;
  /** 1 on days whose spend or leads a finding has named. Baselines exclude these days. */
  oddSpend: Uint8Array;
  oddLeads: Uint8Array;
  /** The newest odd day. */
  lastOdd: DayNumber;
  /** Baselines of cost per lead start on this day, because earlier costs are not comparable. */
  epoch: DayNumber;
  /** Shift detection ignores worn ads. */
  isWorn: boolean;
  budgets: BudgetChange[];
  statuses: StatusChange[];
};

export const createNode = (id: string, level: Level, parent: Node | null, since: DayNumber): Node => {
  const node: Node = {
    id,
    level,
    parent,
    children: [],
    ads: [],
    since,
    form: null,
    figures: parent?.children.length === 0 ? parent.figures : createFigures(),
    oddSpend: new Uint8Array(historyDays),
    oddLeads: new Uint8Array(historyDays),
    lastOdd: -1,
    epoch: since,
    isWorn: false,
    budgets: [],
    statuses: [],
  };
  // Sorted by id, so that totals do not depend on the order of arrival.
  const add = (list: Node[]) => {
    list.push(node);
    list.sort((a, b) => (a.id < b.id ? -1 : 1));
  };
  if (parent) {
    if (parent.children.length === 1) separate(parent);
    add(parent.children);
  }
  if (level === 'ad') for (let above: Node | null = node; above; above = above.parent) add(above.ads);
  return node;
};

/** Copies shared figures for a node and the nodes above that share them. */
const separate = (node: Node): void => {
  const shared = node.figures;
  const own: Figures = {
    spend: shared.spend.slice(),
    impressions: shared.impressions.slice(),
    clicks: shared.clicks.slice(),
    conversions: shared.conversions.slice(),
  };
  for (let above: Node | null = node; above?.figures === shared; above = above.parent) above.figures = own;
};

export function* selfAndAbove(node: Node): Generator<Node> {
  for (let above: Node | null = node; above; above = above.parent) yield above;
}

export function* selfAndBelow(node: Node): Generator<Node> {
  yield node;
  for (const child of node.children) yield* selfAndBelow(child);
}

export const isRelated = (a: Node, b: Node): boolean => {
  return isAtOrAbove(b, a) || isAtOrAbove(a, b);
};

const isAtOrAbove = (upper: Node, node: Node): boolean => {
  for (let above: Node | null = node; above; above = above.parent) if (above === upper) return true;
  return false;
};

export const sumOf = (node: Node, metric: Metric, since: DayNumber, until: DayNumber): number => {
  const values = node.figures[metric];
  let sum = 0;
  for (let day = since; day <= until; day += 1) sum += values[slotOf(day)] ?? 0;
  return sum;
};

const isInactive = ({ statuses }: Node, day: DayNumber): boolean =>
  statuses.length > 0 && statuses.findLast((change) => change.day <= day)?.isActive === false;

/** Whether the advertiser has announced that nothing is delivered on this day. */
export const isPaused = (node: Node, day: DayNumber): boolean => {
  for (let above: Node | null = node; above; above = above.parent) if (isInactive(above, day)) return true;
  return node.children.length > 0 && node.children.every((child) => isPausedItself(child, day));
};

const isPausedItself = (node: Node, day: DayNumber): boolean =>
  isInactive(node, day) || (node.children.length > 0 && node.children.every((child) => isPausedItself(child, day)));

/** Whether the node or anything below started, paused, resumed or ended in these days. */
export const wasRebuilt = (node: Node, since: DayNumber, until: DayNumber): boolean => {
  for (const below of selfAndBelow(node)) {
    if (below.since >= since && below.since <= until) return true;
    if (below.statuses.some(({ day }) => day >= since && day <= until)) return true;
  }
  return false;
};

/** The combined logarithm of all announced budget changes up to a day. */
export const budgetLog = (node: Node, day: DayNumber): number => {
  let log = 0;
  for (let above: Node | null = node; above; above = above.parent)
    for (const change of above.budgets) if (change.day <= day) log += Math.log(change.ratio);
  return log;
};

export const budgetDays = (node: Node, since: DayNumber, until: DayNumber): DayNumber[] =>
  [...selfAndAbove(node)].flatMap(({ budgets }) =>
    budgets.map(({ day }) => day).filter((day) => day >= since && day <= until),
  );
