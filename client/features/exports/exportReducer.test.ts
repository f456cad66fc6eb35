import { describe, expect, it, test } from 'vitest';
import { cancelledEnd, newExport, reduceExport } from './exportReducer.ts';
import type { ExportEnd, ExportEvent } from './exportReducer.ts';

type Outcome = ExportEnd['outcome'];

const endOf = (outcome: Outcome, notificationId: string | null = null): ExportEnd => ({
  ...cancelledEnd,
  outcome,
  notificationId,
  text: `${outcome} by ${notificationId ?? 'answer'}`,
});
const ended = (outcome: Outcome, notificationId: string | null = null): ExportEvent => ({
  type: 'ended',
  end: endOf(outcome, notificationId),
});
const held = (outcome: Outcome, notificationId: string): ExportEvent => ({
  type: 'ended',
  end: endOf(outcome, notificationId),
  isHeld: true,
});
const silent = (outcome: Outcome, notificationId: string): ExportEvent => ({
  type: 'ended',
  end: endOf(outcome, notificationId),
  isSilent: true,
});
const progressed = (state: 'running' | 'cancelled'): ExportEvent => ({
  type: 'progressed',
  progress: { state, rowsWritten: 5, rowsTotal: 9 },
});
const started: ExportEvent = { type: 'started', ref: 'rows:1' };
const answered: ExportEvent = { type: 'answered' };
const answeredComplete: ExportEvent = { type: 'answered', end: endOf('complete') };
const refused: ExportEvent = { type: 'refused', end: endOf('failed') };
const holdOver: ExportEvent = { type: 'holdOver' };

/** The state after all events, and the text of every end that was shown on the way. */
const play = (events: readonly ExportEvent[]) => {
  const shown: string[] = [];
  let state = newExport('export-1');
  for (const event of events) {
    const next = reduceExport(state, event);
    if (next.shownEnd !== null && next.shownEnd !== state.shownEnd) shown.push(next.shownEnd.text);
    state = next;
  }
  return { state, shown };
};

test.each<[string, ExportEvent[], string[]]>([
  ['a notification', [ended('complete', '1')], ['complete by 1']],
  ['a notification delivered twice', [ended('complete', '1'), ended('complete', '1')], ['complete by 1']],
  ['an answer, then its notification', [started, answeredComplete, ended('complete', '1')], ['complete by answer']],
  ['a notification, then a poll', [ended('failed', '1'), ended('failed')], ['failed by 1']],
  [
    'a notification just before its answer',
    [started, held('complete', '1'), answeredComplete, holdOver],
    ['complete by answer'],
  ],
  [
    'a notification whose answer is late',
    [started, held('complete', '1'), holdOver, answeredComplete],
    ['complete by 1'],
  ],
  ['a notification whose answer names the export', [started, held('complete', '1'), answered], ['complete by 1']],
  ['a failed POST and its notification', [started, held('failed', '1'), refused], ['failed by answer']],
  ['a complete export whose answer is lost', [started, held('complete', '1'), refused, holdOver], ['complete by 1']],
  ['a silent notification, then a poll', [silent('complete', '1'), ended('complete')], []],
  ['a cancel and its POST', [started, progressed('cancelled'), { ...refused, end: cancelledEnd }], [cancelledEnd.text]],
  ['a cancel of an export from another tab', [progressed('running'), progressed('cancelled')], []],
  [
    'a failure of each attempt after a resume',
    [ended('failed', '1'), started, answered, ended('failed', '2')],
    ['failed by 1', 'failed by 2'],
  ],
  [
    'a failure after a resume in another tab',
    [ended('failed', '1'), progressed('running'), ended('failed')],
    ['failed by 1', 'failed by answer'],
  ],
  [
    'a second failure after a missed resume',
    [ended('failed'), ended('failed', '5'), ended('failed', '6'), ended('failed')],
    ['failed by answer', 'failed by 6'],
  ],
  [
    'late progress of a complete export',
    [ended('complete', '1'), progressed('running'), ended('complete')],
    ['complete by 1'],
  ],
])('%s', (_title, events, expected) => {
  expect(play(events).shown).toEqual(expected);
});

describe('the button, the bar and the poll', () => {
  it.each<[string, ExportEvent[], string, boolean]>([
    ['a start', [started], 'button', false],
    ['an answer that leaves the export running', [started, answered], 'button', true],
    ['an answer without a live connection', [started, { type: 'answered', freesButton: true }], 'bar', true],
    ['an answer that is the end', [started, answeredComplete], 'nothing', false],
    ['an answer after the end', [started, ended('complete', '1'), answered], 'nothing', false],
    ['a failed POST', [started, refused], 'nothing', false],
    ['a held completion', [started, held('complete', '1')], 'nothing', false],
    ['a held failure', [started, held('failed', '1')], 'button', false],
    ['a notification without an id', [started, answered, { type: 'left' }], 'nothing', true],
    ['an export that is gone', [started, answered, { type: 'gone' }], 'nothing', false],
  ])('after %s', (_title, events, occupies, isAwaited) => {
    expect(play(events).state).toMatchObject({ occupies, isAwaited });
  });
});
