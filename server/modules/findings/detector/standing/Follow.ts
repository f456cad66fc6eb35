import type { DayNumber } from '../days.ts';
import type { Change, Run } from '../kinds/Found.ts';
import type { Days } from '../kinds/members.ts';
import type { Standing } from '../Standing.ts';
import type { Said } from './Said.ts';

/** `after`: the days that show the finding as it was. */
export type End = { on: DayNumber; why: NonNullable<Standing['ended']>['why']; after: Days };

/** How the findings of a kind are followed. */
export type Follow = {
  /** The days of `after` while the finding lasts. */
  afterNow: (run: Run, said: Said) => Days;
  /** With the figures as known now. Null: they are gone, or say nothing. */
  changeOver: (run: Run, said: Said, after: Days) => Change | null;
  explain: (run: Run, said: Said, change: Change) => Pick<Standing, 'stake' | 'evidence' | 'series'>;
  /** Null: it lasts. */
  endOf: (run: Run, said: Said) => End | null;
};
