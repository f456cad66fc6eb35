import { createAccount, createForm, isKnownDay, isNamed, markOdd, openDay, sumUp } from './Account.ts';
import { localHour, toDay, toDayNumber, weekdayOf } from './days.ts';
import { growingDays } from './Growth.ts';
import { findStop, areLeadsBack } from './kinds/leadsStopped.ts';
import { findDrought } from './kinds/leadDrought.ts';
import { decayWindows, findDecay } from './kinds/creativeDecay.ts';
import { findPace } from './kinds/pacing.ts';
import { findRise, findSpike } from './kinds/spendSpike.ts';
import { findShift } from './kinds/costShift.ts';
import { changesOf, weeksOf } from './kinds/costWeeks.ts';
import { findZero, isBack } from './kinds/spendToZero.ts';
import { recordChange } from './kinds/costNoise.ts';
import { learningDays } from './limits.ts';
import { createNode, metricNames, selfAndBelow, slotOf } from './Node.ts';
import { refreshSpendModel } from './spendModel.ts';
import type { Account, Incident } from './Account.ts';
import { learningOf } from './learning.ts';
import type { Finding, Learning } from './Finding.ts';
import type { InputLine } from './lines.ts';
import type { Level, Node } from './Node.ts';
import type { Found, Run, Span } from './kinds/Found.ts';
import type { AdWeeks } from './kinds/costWeeks.ts';

/** Reads lines in the order of their runs. */
export type Detector = {
  /** @returns what there is to say, after the line that ends a run; otherwise nothing */
  feed: (line: InputLine) => Finding[];
  /** The kinds that have too little history, after the last run. */
  stillLearning: () => Learning[];
};

/** A spike that lasts longer is the new level. */
const longestSpike = 14;
/** Two months after it began, decay is old news. */
const wornDays = 60;
const keptIncidentDays = 120;

/** Finds what is odd in the figures of accounts, from what was known in each run. It has neither a clock nor a database. */
export const createDetector = (): Detector => {
  const accounts = new Map<string, Account>();
  const nodes = new Map<string, { account: Account; node: Node }>();
  const forms = new Map<string, Account>();

  const addNode = (account: Account, parent: Node, id: string, level: Level, since: number): Node => {
    const known = nodes.get(id);
    if (known) return known.node;
    const node = createNode(id, level, parent, since);
    nodes.set(id, { account, node });
    account.nodes.push(node);
    return node;
  };

  const nodeOf = (id: string): { account: Account; node: Node } => {
    const found = nodes.get(id);
    if (!found) throw new Error(`${id} was not introduced`);
    return found;
  };

  const addRow = (line: Extract<InputLine, { type: 'row' }>): void => {
    const { account, node } = nodeOf(line.ad);
    const day = toDayNumber(line.day);
    if (!openDay(account, day)) return;
    for (const metric of metricNames) node.figures[metric][slotOf(day)] = line[metric];
    account.touchedDays.add(day);
  };

  const addLeads = (account: Account, formId: string, times: readonly string[]): void => {
    const form = account.forms.get(formId);
    if (!form) return;
    for (const at of times) {
      const hour = localHour(at, account.timeZone);
      const day = Math.floor(hour / 24);
      if (!openDay(account, day)) continue;
      form.daily[slotOf(day)] = (form.daily[slotOf(day)] ?? 0) + 1;
      form.byHour[hour % 24] = (form.byHour[hour % 24] ?? 0) + 1;
      form.byWeekday[weekdayOf(day)] = (form.byWeekday[weekdayOf(day)] ?? 0) + 1;
      form.firstDay = Math.min(form.firstDay, day);
      form.lastHour = Math.max(form.lastHour, hour);
    }
  };

  const add = (line: InputLine): void => {
    switch (line.type) {
      case 'set':
      case 'ask':
        return;
      case 'account': {
        // People keep their hours when the account moves to another zone, so its first zone stays the clock of leads.
        if (accounts.has(line.id)) return;
        const account = createAccount(line.id, line.timeZone);
        accounts.set(line.id, account);
        nodes.set(line.id, { account, node: account.node });
        return;
      }
      case 'form': {
        const { account } = nodeOf(line.account);
        forms.set(line.id, account);
        if (!account.forms.has(line.id)) account.forms.set(line.id, createForm(line.id));
        return;
      }
      case 'campaign': {
        const { account, node } = nodeOf(line.account);
        addNode(account, node, line.id, 'campaign', toDayNumber(line.since));
        return;
      }
      case 'adSet': {
        const { account, node } = nodeOf(line.campaign);
        addNode(account, node, line.id, 'adSet', node.since);
        return;
      }
      case 'ad': {
        const { account, node } = nodeOf(line.adSet);
        const since = toDayNumber(line.since);
        const ad = addNode(account, node, line.id, 'ad', since);
        ad.form = line.form;
        if (since > account.firstDay) ad.epoch = since + learningDays;
        return;
      }
      case 'change': {
        const { node } = nodeOf(line.entity);
        const day = toDayNumber(line.day);
        if (line.what === 'status') node.statuses.push({ day, isActive: line.to === 'active' });
        else if (typeof line.from === 'number' && typeof line.to === 'number' && line.from > 0 && line.to > 0)
          node.budgets.push({ day, ratio: line.to / line.from });
        return;
      }
      case 'budget': {
        nodeOf(line.entity).account.budgets.set(line.month, line.amount);
        return;
      }
      case 'read': {
        const { account } = nodeOf(line.account);
        const read = toDayNumber(line.read);
        for (const text of line.days) {
          const day = toDayNumber(text);
          // A day that still runs is partial.
          if (day >= read || !openDay(account, day)) continue;
          account.isRead[slotOf(day)] = 1;
          account.firstDay = Math.min(account.firstDay, day);
          account.lastDay = Math.max(account.lastDay, day);
          account.touchedDays.add(day);
        }
        account.lastRead = read;
        return;
      }
      case 'row':
        addRow(line);
        return;
      case 'leads': {
        const account = forms.get(line.form);
        if (account) addLeads(account, line.form, line.at);
        return;
      }
      default:
        line satisfies never;
    }
  };

  const feed = (line: InputLine): Finding[] => {
    if (line.type !== 'ask') {
      add(line);
      return [];
    }
    const read = toDayNumber(line.read);
    return [...accounts.values()].toSorted((a, b) => (a.id < b.id ? -1 : 1)).flatMap((account) => ask(account, read));
  };
  return { feed, stillLearning: () => [...accounts.values()].flatMap(learningOf) };
};

const span = ({ since, until, value }: Span) => ({ since: toDay(since), until: toDay(until), value });

const write = (account: Account, read: number, found: Found): Finding => ({
  kind: found.kind,
  account: account.id,
  entity: found.node?.id ?? found.form ?? account.id,
  day: toDay(found.onset),
  detectedOn: toDay(read),
  direction: found.direction,
  change: { unit: found.unit, before: span(found.before), after: span(found.after) },
  cause: found.causes,
});

/** Ends what is over, and leaves the days that a finding has named out of the baselines. */
const updateIncidents = (account: Account, run: Run): void => {
  account.incidents = account.incidents.filter(({ onset }) => onset > run.read - keptIncidentDays);
  for (const incident of account.incidents) if (incident.until === null) updateIncident(run, incident);
};

const updateIncident = (run: Run, incident: Incident): void => {
  const { account, day } = run;
  const { node, onset } = incident;
  if (incident.kind === 'lead-drought') {
    const form = incident.form === null ? undefined : account.forms.get(incident.form);
    if (!form) return;
    const last = Math.floor(form.lastHour / 24);
    for (let odd = onset; odd < Math.max(run.read, last); odd += 1) form.odd[slotOf(odd)] = 1;
    if (last > onset) incident.until = last;
    return;
  }
  if (!node) return;
  if (incident.kind === 'spend-spike') {
    if (day - onset >= longestSpike || (day > onset + 2 && findRise(run, node) === null && isKnownDay(account, day)))
      incident.until = day;
    else markOdd(node, 'oddSpend', onset, day);
    return;
  }
  if (incident.kind === 'spend-to-zero') {
    if (isBack(account, node, day)) incident.until = day - 1;
    else markOdd(node, 'oddSpend', onset, day);
    return;
  }
  if (incident.kind === 'leads-stopped') {
    if (areLeadsBack(account, node, day)) incident.until = day;
    else markOdd(node, 'oddLeads', onset, day);
  }
};

const remember = (run: Run, found: Found): void => {
  const { account, day } = run;
  const { kind, node, form, onset, direction } = found;
  const lasts =
    kind === 'cpl-shift' ? onset : kind === 'creative-decay' ? onset + wornDays : kind === 'pacing' ? day : null;
  const incident: Incident = { kind, node, form, onset, until: lasts, direction };
  account.incidents.push(incident);
  if (kind === 'cpl-shift' && node) for (const below of selfAndBelow(node)) below.epoch = Math.max(below.epoch, onset);
  if (kind === 'creative-decay' && node) node.isWorn = true;
  if (lasts === null) updateIncident(run, incident);
};

/** The totals of the days that still grow, as this run knows them. */
const observeGrowth = (account: Account, read: number): void => {
  for (let day = Math.max(account.firstDay, read - growingDays - 1); day < read; day += 1)
    if (isKnownDay(account, day))
      account.growth.observe(day, read - day, account.node.figures.conversions[slotOf(day)] ?? 0);
};

/** A few of the many nodes of a large account say how noisy all of them are. */
const mostRecorded = 8;

const takeTurns = (account: Account, level: string, day: number): Node[] => {
  const nodes = account.nodes.filter((node) => node.level === level);
  if (nodes.length <= mostRecorded) return nodes;
  const first = Math.floor(day / 7) * mostRecorded;
  return Array.from({ length: mostRecorded }, (_, index) => nodes[(first + index) % nodes.length]).filter(
    (node) => node !== undefined,
  );
};

/** Records once a week how much rates change when nothing happened. */
const recordNoise = (run: Run, weeks: ReadonlyMap<Node, AdWeeks>): void => {
  const { account, day } = run;
  for (const node of ['account', 'campaign', 'ad'].flatMap((level) => takeTurns(account, level, day))) {
    if (isNamed(account, ['cpl-shift', 'creative-decay'], { node }, day - 42, day)) continue;
    const ads = node.ads.flatMap((ad) => weeks.get(ad) ?? []);
    const windows = node.level === 'ad' ? decayWindows : [1, 2, 3, 4].map((count) => ({ weeks: count, back: count }));
    for (const { weeks: count, back } of windows) {
      const changes = changesOf(ads, count, back);
      if (!changes) continue;
      for (const factor of ['cpm', 'ctr', 'cvr', 'cost'] as const)
        recordChange(account, node.level, factor, 7 * count, back, changes[factor]);
    }
  }
};

const ask = (account: Account, read: number): Finding[] => {
  sumUp(account);
  const hasRead = account.lastRead === read && account.lastDay >= 0;
  const run: Run = { account, read, day: account.lastDay };
  const said: Finding[] = [];
  const say = (found: Found | null) => {
    if (!found) return;
    remember(run, found);
    said.push(write(account, read, found));
  };
  if (hasRead) {
    observeGrowth(account, read);
    updateIncidents(account, run);
    const weeks = new Map(account.node.ads.map((ad) => [ad, weeksOf(account, ad, run.day)]));
    if (run.day - account.refreshedOn >= 7 || account.refreshedOn < 0) {
      refreshSpendModel(account, run.day);
      recordNoise(run, weeks);
      account.refreshedOn = run.day;
    }
    say(findZero(run));
    say(findSpike(run));
    say(findStop(run));
    say(findDrought(run));
    say(findDecay(run, weeks));
    say(findShift(run, weeks));
    say(findPace(run));
  } else if (account.lastDay >= 0) say(findDrought(run));
  return said;
};
