import { expect, it } from 'vitest';
import { datasetLabel, datasetReducer, emptyHistory, hasMore, hasStoredNext } from './datasetHistory.ts';
import type { Dataset, DatasetStep } from './insights.api.ts';

const dataset = (name: string, next: DatasetStep | null): Dataset => ({ rows: [{ name }], next, warnings: [] });
const load = (next: DatasetStep | null) =>
  datasetReducer(emptyHistory, { type: 'loaded', dataset: dataset('first', next) });

it('clears the history on each first load [S4.FBI.1]', () => {
  const walked = datasetReducer(load({ accountIndex: 1, cursor: null }), {
    type: 'stepped',
    dataset: dataset('second', null),
  });
  expect(walked.position).toBe(1);
  expect(datasetReducer(walked, { type: 'loaded', dataset: dataset('new', null) })).toEqual({
    datasets: [dataset('new', null)],
    position: 0,
  });
});

it('moves back and forth in the history, never past its ends [S4.FBI.4] [S4.FBI.6]', () => {
  const end = { accountIndex: 2, cursor: null };
  let history = datasetReducer(load({ accountIndex: 0, cursor: 'c' }), {
    type: 'stepped',
    dataset: dataset('second', end),
  });
  expect([hasStoredNext(history), hasMore(history, 2)]).toEqual([false, false]);
  history = datasetReducer(history, { type: 'moved', by: -1 });
  expect([history.position, hasStoredNext(history), hasMore(history, 2)]).toEqual([0, true, true]);
  expect(datasetReducer(history, { type: 'moved', by: -1 })).toEqual(history);
  history = datasetReducer(history, { type: 'moved', by: 1 });
  expect(history.position).toBe(1);
  expect(datasetReducer(history, { type: 'moved', by: 1 }).position).toBe(1);
});

it.each<[string, DatasetStep | null, boolean]>([
  ['a cursor and an index past the end [S4.FBI.7]', { accountIndex: 2, cursor: 'c' }, true],
  ['no cursor, an account remaining [S4.FBI.8]', { accountIndex: 1, cursor: null }, true],
  ['no cursor, no account remaining [S4.FBI.9]', { accountIndex: 2, cursor: null }, false],
  ['everything at once', null, false],
])('has more with %s', (_name, next, expected) => {
  expect(hasMore(load(next), 2)).toBe(expected);
  expect(datasetLabel(load(next), 2)).toBe(expected ? 'Dataset 1 (more available)' : 'Dataset 1');
});
