import { detect } from './detect.ts';
import { createIntake } from './createIntake.ts';
import { localHour, toDayNumber } from './days.ts';
import { learningOf } from './learning.ts';
import { createOpenFinding, followUp, standingOf } from './standing/OpenFinding.ts';
import { writeFinding } from './writeFinding.ts';
import type { Account } from './Account.ts';
import type { Finding, Learning } from './Finding.ts';
import type { Run } from './kinds/Found.ts';
import type { InputEvent } from './events.ts';
import type { Standing } from './Standing.ts';
import type { OpenFinding } from './standing/OpenFinding.ts';

/** Processes events in the order of their runs. */
export type Detector = {
  /** @returns new findings for an event that ends a run, otherwise an empty list */
  process: (event: InputEvent) => Finding[];
  /** Kinds that still lack history after the last run. */
  stillLearning: () => Learning[];
  /** All findings in order of detection, with their state after the last run. */
  standing: () => Standing[];
};

/** Detects anomalies in account figures, using only the data known at each run. Needs neither a clock nor a database. */
export const createDetector = (): Detector => {
  const { accounts, add } = createIntake();
  const all: OpenFinding[] = [];
  const open = new Map<Account, OpenFinding[]>();

  const runAccount = (account: Account, read: number, at: string | undefined): Finding[] => {
    const end = at === undefined ? read * 24 : localHour(at, account.timeZone);
    const run: Run = { account, read, day: account.lastDay, end };
    const detections = detect(run);
    const lasting = open.get(account) ?? [];
    for (const finding of lasting) followUp(run, finding);
    const added = detections.map((detection) => createOpenFinding(run, detection, writeFinding(run, detection.found)));
    open.set(account, [...lasting.filter(({ ended }) => ended === null), ...added]);
    all.push(...added);
    return added.map(({ finding }) => finding);
  };

  const process = (event: InputEvent): Finding[] => {
    if (event.type !== 'ask') {
      add(event);
      return [];
    }
    const read = toDayNumber(event.read);
    return [...accounts.values()]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap((account) => runAccount(account, read, event.at));
  };
  return {
    process,
    stillLearning: () => [...accounts.values()].flatMap(learningOf),
    standing: () => all.map(standingOf),
  };
};
