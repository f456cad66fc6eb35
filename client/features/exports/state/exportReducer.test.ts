import { expect, test } from 'vitest';
import { canceledEnd, newExport, reduceExport } from './exportReducer.ts';
import type { ExportEnd, ExportEvent } from './exportReducer.ts';

type Outcome = ExportEnd['outcome'];

const endOf = (outcome: Outcome, notificationId: string | null = null): ExportEnd => ({
  ...canceledEnd,
  outcome,
  notificationId,
  text: `${outcome} by ${notificationId ?? 'answer'}`,
});
const ended = (
  outcome: Outcome,
  id: string | null = null,
  how: { isHeld?: true; isSilent?: true } = {},
): ExportEvent => ({
  type: 'ended',
  end: endOf(outcome, id),
  ...how,
});
const held = (outcome: Outcome): ExportEvent => ended(outcome, '1', { isHeld: true });
const progressed = (state: 'running' | 'cancelled'): ExportEvent => ({
  type: 'progressed',
  progress: { state, rowsWritten: 5, rowsTotal: 9 },
});
const started: ExportEvent = { type: 'started', ref: 'rows:1' };
const answered: ExportEvent = { type: 'answered' };
const answeredComplete: ExportEvent = { type: 'answered', end: endOf('complete') };
const refused: ExportEvent = { type: 'refused', end: endOf('failed') };
const holdOver: ExportEvent = { type: 'holdOver' };

test.each<[string, ExportEvent[], string[]]>([
  ['a notification that comes twice', [ended('complete', '1'), ended('complete', '1')], ['complete by 1']],
  ['an answer, then its notification', [started, answeredComplete, ended('complete', '1')], ['complete by answer']],
  ['a notification, then a poll', [ended('failed', '1'), ended('failed')], ['failed by 1']],
  ['an answer in time', [started, held('complete'), answeredComplete, holdOver], ['complete by answer']],
  ['a late answer', [started, held('complete'), holdOver, answeredComplete], ['complete by 1']],
  ['an answer that only names the export', [started, held('complete'), answered, holdOver], ['complete by 1']],
  ['a failed POST and its notification', [started, held('failed'), refused, holdOver], ['failed by answer']],
  ['a lost answer of a complete export', [started, held('complete'), refused, holdOver], ['complete by 1']],
  ['a silent end, then a poll', [ended('complete', '1', { isSilent: true }), ended('complete')], []],
  ['a cancel and its POST', [started, progressed('cancelled'), { ...refused, end: canceledEnd }], ['Export cancelled']],
  ['a cancel in another tab', [progressed('running'), progressed('cancelled')], []],
  ['a resume', [ended('failed', '1'), started, answered, ended('failed')], ['failed by 1', 'failed by answer']],
  [
    'a resume in another tab',
    [ended('failed'), progressed('running'), ended('failed', '2')],
    ['failed by answer', 'failed by 2'],
  ],
  [
    'a missed resume',
    [ended('failed'), ended('failed', '5'), ended('failed', '6')],
    ['failed by answer', 'failed by 6'],
  ],
  ['late progress', [ended('complete', '1'), progressed('running'), ended('complete')], ['complete by 1']],
])('after %s each end is shown once', (_title, events, expected) => {
  const shown: string[] = [];
  let state = newExport('export-1');
  for (const event of events) {
    const { shownEnd } = state;
    state = reduceExport(state, event);
    if (state.shownEnd !== null && state.shownEnd !== shownEnd) shown.push(state.shownEnd.text);
  }
  expect(shown).toEqual(expected);
});

test.each<[string, ExportEvent[], string, boolean]>([
  ['a start', [started], 'button', false],
  ['an answer', [started, answered], 'button', true],
  ['an answer without a live connection', [started, { ...answered, freesButton: true }], 'bar', true],
  ['an answer after the end', [started, ended('complete', '1'), answered], 'nothing', false],
  ['a failed POST', [started, refused], 'nothing', false],
  ['a held completion', [started, held('complete')], 'nothing', false],
  ['a held failure', [started, held('failed')], 'button', false],
  ['a notification without an id', [started, answered, { type: 'left' }], 'nothing', true],
  ['an unknown export', [started, answered, { type: 'gone' }], 'nothing', false],
])('after %s the export occupies the right parts of the screen', (_title, events, occupies, isAwaited) => {
  expect(events.reduce(reduceExport, newExport('export-1'))).toMatchObject({ occupies, isAwaited });
});
