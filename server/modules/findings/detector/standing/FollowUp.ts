import type { DayNumber } from '../days.ts';
import type { Change, Run } from '../kinds/Found.ts';
import type { Days } from '../kinds/members.ts';
import type { Standing } from '../Standing.ts';
import type { Detection } from './Detection.ts';

/** `after`: the days of the finding before its end. */
export type End = { on: DayNumber; why: NonNullable<Standing['ended']>['why']; after: Days };

/** The rules by which open findings of a kind are updated and ended. */
export type FollowUp = {
  /** The days of `after` while the finding is open. */
  afterNow: (run: Run, detection: Detection) => Days;
  /** The change in current figures. Null: the figures are deleted or too few. */
  changeOver: (run: Run, detection: Detection, after: Days) => Change | null;
  explain: (run: Run, detection: Detection, change: Change) => Pick<Standing, 'stake' | 'evidence' | 'series'>;
  /** Null: the finding is still open. */
  endOf: (run: Run, detection: Detection) => End | null;
};
