import { isKnownDay, isNamed, sumUp } from './Account.ts';
import { growingDays } from './Growth.ts';
import { remember, updateIncidents } from './incidents.ts';
import { recordChange } from './kinds/costNoise.ts';
import { findShift } from './kinds/costShift.ts';
import { changesOf, knownUpTo, weeksOf } from './kinds/costWeeks.ts';
import { decayWindows, findDecay } from './kinds/creativeDecay.ts';
import { findDrought } from './kinds/leadDrought.ts';
import { findStop } from './kinds/leadsStopped.ts';
import { findPace } from './kinds/pacing.ts';
import { findSpike } from './kinds/spendSpike.ts';
import { findZero } from './kinds/spendToZero.ts';
import { slotOf } from './Node.ts';
import { refreshSpendModel } from './spendModel.ts';
import type { Account } from './Account.ts';
import type { AdWeeks } from './kinds/costWeeks.ts';
import type { Found, Run } from './kinds/Found.ts';
import type { Node } from './Node.ts';
import { namedDays } from './standing/Detection.ts';
import type { Detection } from './standing/Detection.ts';

/** Records the current totals of days whose conversions still grow. */
const observeGrowth = (account: Account, read: number): void => {
  for (let day = Math.max(account.firstDay, read - growingDays - 1); day < read; day += 1)
    if (isKnownDay(account, day))
      account.growth.observe(day, read - day, account.node.figures.conversions[slotOf(day)] ?? 0);
};

/** Nodes sampled per level and week. A few nodes show the noise level of a large account. */
const mostRecorded = 8;

const takeTurns = (account: Account, level: string, day: number): Node[] => {
  const nodes = account.nodes.filter((node) => node.level === level);
  if (nodes.length <= mostRecorded) return nodes;
  const first = Math.floor(day / 7) * mostRecorded;
  return Array.from({ length: mostRecorded }, (_, index) => nodes[(first + index) % nodes.length]).filter(
    (node) => node !== undefined,
  );
};

/** Records normal rate changes as the noise baseline. */
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

/** Detects findings that earlier runs did not detect. */
export const detect = (run: Run): Detection[] => {
  const { account, read } = run;
  sumUp(account);
  const detections: Detection[] = [];
  const add = (found: Found | null) => {
    if (found) detections.push({ found, incident: remember(run, found), named: namedDays(run, found) });
  };
  if (account.hasNewFigures && account.lastDay >= 0) {
    account.hasNewFigures = false;
    observeGrowth(account, read);
    updateIncidents(run);
    const known = knownUpTo(account, run.day);
    const weeks = new Map(account.node.ads.map((ad) => [ad, weeksOf(known, ad)]));
    if (run.day - account.refreshedOn >= 7 || account.refreshedOn < 0) {
      refreshSpendModel(account, run.day);
      recordNoise(run, weeks);
      account.refreshedOn = run.day;
    }
    add(findZero(run));
    add(findSpike(run));
    add(findStop(run));
    add(findDrought(run));
    add(findDecay(run, weeks));
    add(findShift(run, weeks));
    add(findPace(run));
  } else if (account.lastDay >= 0) add(findDrought(run));
  return detections;
};
