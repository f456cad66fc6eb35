import { expect, test } from 'vitest';
import { findingKinds } from '#shared/findings.ts';
import type { FindingKind } from '#shared/findings.ts';
import { detect } from '../detect.ts';
import { createIntake } from '../createIntake.ts';
import { monthOf, monthRange, toDayNumber } from '../days.ts';
import { sumOf } from '../Node.ts';
import { steadyWorld } from '../testing/steadyWorld.ts';
import { eventsOf } from '../testing/world.ts';
import { stateOver } from './OpenFinding.ts';
import type { Account } from '../Account.ts';
import type { Found, Run } from '../kinds/Found.ts';

/** The last run of an account without events. */
const runOf = (number: number): Run => {
  const { accounts, add } = createIntake();
  let run: Run | null = null;
  for (const event of eventsOf(steadyWorld(number))) {
    if (event.type !== 'ask') {
      add(event);
      continue;
    }
    const account = accounts.get('account');
    if (!account) throw new Error('no account');
    const read = toDayNumber(event.read);
    run = { account, read, day: account.lastDay, end: read * 24 };
    detect(run);
  }
  if (!run) throw new Error('no run');
  return run;
};

const runs = Array.from({ length: 30 }, (_, number) => runOf(number));

/** An invented four-week finding. */
const imagined = ({ account, day }: Run, kind: FindingKind): Found => {
  const onset = kind === 'pacing' ? monthRange(monthOf(day)).first : day - 27;
  const node = account.nodes.find(({ level }) => level === (kind === 'creative-decay' ? 'ad' : 'campaign'));
  const month = monthRange(monthOf(day));
  return {
    kind,
    node: kind === 'lead-drought' ? null : kind === 'pacing' ? account.node : (node ?? null),
    form: kind === 'lead-drought' ? 'form' : null,
    onset,
    direction: 'up',
    unit: '',
    chance: null,
    before:
      kind === 'pacing'
        ? { since: onset, until: month.last, value: budgetOf(account, onset) }
        : { since: onset - 28, until: onset - 1, value: 0 },
    after: { since: onset, until: kind === 'pacing' ? month.last : day, value: 0 },
    causes: [],
  };
};

/** A month's spend at the average rate of all days. */
const budgetOf = (account: Account, first: number): number => {
  const { last } = monthRange(monthOf(first));
  const days = account.lastDay - account.firstDay + 1;
  return (sumOf(account.node, 'spend', account.firstDay, account.lastDay) * (last - first + 1)) / days;
};

test.each(findingKinds)('the band of %s covers at least 95 % of days without events', (kind) => {
  let days = 0;
  let inside = 0;
  for (const run of runs) {
    const found = imagined(run, kind);
    const incident = {
      kind,
      node: found.node,
      form: found.form,
      onset: found.onset,
      until: null,
      direction: 'up',
    } as const;
    const state = stateOver(run, { found, incident, named: [found.onset, run.day] }, [found.onset, run.day]);
    for (const { value, low, high } of state?.series.days ?? []) {
      if (value === null) continue;
      days += 1;
      if (low !== null && high !== null && value >= low - 1e-9 && value <= high + 1e-9) inside += 1;
    }
  }
  expect(days).toBeGreaterThan(kind === 'pacing' ? 300 : 1_500);
  expect(inside / days).toBeGreaterThan(0.95);
});
