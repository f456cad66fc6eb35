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
import type { End, FollowUp } from './FollowUp.ts';
import type { Detection } from './Detection.ts';

type State = Omit<Standing, 'finding' | 'ended'>;

/** A finding with its state at detection or at its end. `run`: the last run that updated the finding. */
export type OpenFinding = { detection: Detection; finding: Finding; ended: Standing['ended']; state: State; run: Run };

const followUps: Readonly<Record<FindingKind, FollowUp>> = {
  'spend-spike': followSpike,
  'spend-to-zero': followZero,
  'leads-stopped': followStop,
  'cpl-shift': followShift,
  'lead-drought': followDrought,
  'creative-decay': followDecay,
  pacing: followPace,
};

/** A change counts as corrected if later figures leave less than this share of the change. */
const leastLeft = 0.5;

const stateOf = (run: Run, detection: Detection, change: Change): State => ({
  change: writeChange(detection.found.unit, change),
  cause: change.causes,
  ...followUps[detection.found.kind].explain(run, detection, change),
});

/** The state in current figures. Null: the figures are deleted. */
export const stateOver = (run: Run, detection: Detection, after: Days): State | null => {
  const change = followUps[detection.found.kind].changeOver(run, detection, after);
  return change && stateOf(run, detection, change);
};

export const createOpenFinding = (run: Run, detection: Detection, finding: Finding): OpenFinding => ({
  detection,
  finding,
  ended: null,
  state: stateOf(run, detection, detection.found),
  run,
});

/** The end of a finding whose named days no longer show the change. */
const correction = (run: Run, detection: Detection): End | null => {
  const { kind, before, after } = detection.found;
  const now = followUps[kind].changeOver(run, detection, detection.named);
  if (!now) return null;
  // Compare with the detected budget, because a new budget does not correct the spend.
  const from = kind === 'pacing' ? before.value : now.before.value;
  const left = (now.after.value - from) / (after.value - before.value);
  return left < leastLeft ? { on: run.day, why: 'corrected', after: detection.named } : null;
};

/** Updates a finding with a run, and ends the finding if it is over. */
export const followUp = (run: Run, open: OpenFinding): void => {
  const { detection } = open;
  open.run = run;
  const end = correction(run, detection) ?? followUps[detection.found.kind].endOf(run, detection);
  if (!end) return;
  open.ended = { on: toDay(end.on), why: end.why };
  open.state = stateOver(run, detection, end.after) ?? open.state;
};

export const standingOf = ({ run, detection, finding, ended, state }: OpenFinding): Standing => {
  const now = ended ? null : stateOver(run, detection, followUps[detection.found.kind].afterNow(run, detection));
  return { finding, ended, ...(now ?? state) };
};
