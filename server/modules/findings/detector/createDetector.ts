import { ask } from './ask.ts';
import { createIntake } from './createIntake.ts';
import { localHour, toDayNumber } from './days.ts';
import { learningOf } from './learning.ts';
import { createTold, follow, standingOf } from './standing/Told.ts';
import { writeFinding } from './writeFinding.ts';
import type { Account } from './Account.ts';
import type { Finding, Learning } from './Finding.ts';
import type { Run } from './kinds/Found.ts';
import type { InputLine } from './lines.ts';
import type { Standing } from './Standing.ts';
import type { Told } from './standing/Told.ts';

/** Reads lines in the order of their runs. */
export type Detector = {
  /** @returns what there is to say, after the line that ends a run; otherwise nothing */
  feed: (line: InputLine) => Finding[];
  /** The kinds that have too little history, after the last run. */
  stillLearning: () => Learning[];
  /** All that was said so far, in that order, as it stands after the last run. */
  standing: () => Standing[];
};

/** Finds what is odd in the figures of accounts, from what was known in each run. It has neither a clock nor a database. */
export const createDetector = (): Detector => {
  const { accounts, add } = createIntake();
  const told: Told[] = [];
  const open = new Map<Account, Told[]>();

  const runAccount = (account: Account, read: number, at: string | undefined): Finding[] => {
    const end = at === undefined ? read * 24 : localHour(at, account.timeZone);
    const run: Run = { account, read, day: account.lastDay, end };
    const said = ask(run);
    const lasting = open.get(account) ?? [];
    for (const one of lasting) follow(run, one);
    const added = said.map((one) => createTold(run, one, writeFinding(run, one.found)));
    open.set(account, [...lasting.filter(({ ended }) => ended === null), ...added]);
    told.push(...added);
    return added.map(({ finding }) => finding);
  };

  const feed = (line: InputLine): Finding[] => {
    if (line.type !== 'ask') {
      add(line);
      return [];
    }
    const read = toDayNumber(line.read);
    return [...accounts.values()]
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap((account) => runAccount(account, read, line.at));
  };
  return {
    feed,
    stillLearning: () => [...accounts.values()].flatMap(learningOf),
    standing: () => told.map(standingOf),
  };
};
