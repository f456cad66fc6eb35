import type { FindingKind } from '#shared/findings.ts';
import { toDay } from '../days.ts';
import { writeChange } from '../writeFinding.ts';
import { followShift } from './costShift.ts';
import { followDecay } from './creativeDecay.ts';
import { followDrought } from './leadDrought.ts';
import { followStop } from './leadsStopped.ts';
import { followPace } from './pacing.ts';
import { followSpike, followZero } from './spend.ts';
import type { Change, Run } from '../kinds/Found.ts';
import type { Days } from '../kinds/members.ts';
import type { Finding } from '../Finding.ts';
import type { Standing } from '../Standing.ts';
import type { End, Follow } from './Follow.ts';
import type { Said } from './Said.ts';

type State = Omit<Standing, 'finding' | 'ended'>;

/** A finding that was said, how it stood when it was said or ended, and the last run that looked at it. */
export type Told = { said: Said; finding: Finding; ended: Standing['ended']; state: State; run: Run };

const follows: Readonly<Record<FindingKind, Follow>> = {
  'spend-spike': followSpike,
  'spend-to-zero': followZero,
  'leads-stopped': followStop,
  'cpl-shift': followShift,
  'lead-drought': followDrought,
  'creative-decay': followDecay,
  pacing: followPace,
};

/** If less than this share of a change is left, later figures have corrected it. */
const leastLeft = 0.5;

const stateOf = (run: Run, said: Said, change: Change): State => ({
  change: writeChange(said.found.unit, change),
  cause: change.causes,
  ...follows[said.found.kind].explain(run, said, change),
});

/** With the figures as known now; null if they are gone. */
export const stateOver = (run: Run, said: Said, after: Days): State | null => {
  const change = follows[said.found.kind].changeOver(run, said, after);
  return change && stateOf(run, said, change);
};

export const createTold = (run: Run, said: Said, finding: Finding): Told => ({
  said,
  finding,
  ended: null,
  state: stateOf(run, said, said.found),
  run,
});

/** The end of a finding that the days it named do not show any more. */
const correction = (run: Run, said: Said): End | null => {
  const { kind, before, after } = said.found;
  const now = follows[kind].changeOver(run, said, said.named);
  if (!now) return null;
  // Another budget is no correction of what was spent.
  const from = kind === 'pacing' ? before.value : now.before.value;
  const left = (now.after.value - from) / (after.value - before.value);
  return left < leastLeft ? { on: run.day, why: 'corrected', after: said.named } : null;
};

/** Ends a finding that is over. */
export const follow = (run: Run, told: Told): void => {
  const { said } = told;
  told.run = run;
  const end = correction(run, said) ?? follows[said.found.kind].endOf(run, said);
  if (!end) return;
  told.ended = { on: toDay(end.on), why: end.why };
  told.state = stateOver(run, said, end.after) ?? told.state;
};

export const standingOf = ({ run, said, finding, ended, state }: Told): Standing => {
  const now = ended ? null : stateOver(run, said, follows[said.found.kind].afterNow(run, said));
  return { finding, ended, ...(now ?? state) };
};
