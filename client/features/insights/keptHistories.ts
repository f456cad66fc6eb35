import { datasetReducer, emptyHistory } from './datasetHistory.ts';
import type { DatasetAction, DatasetHistory } from './datasetHistory.ts';
import type { InsightsQuery } from './insights.api.ts';

/** Loaded rows of several selections, most recently used last. */
export type KeptHistories = readonly { key: string; history: DatasetHistory }[];

/** Selections whose rows are kept. Returning to one of them needs no call. */
const keptSelections = 5;

export const keyOf = ({ accountIds, range }: InsightsQuery): string =>
  [range.since, range.until, ...accountIds].join(' ');

export const keptHistory = (kept: KeptHistories, key: string): DatasetHistory | undefined =>
  kept.find((entry) => entry.key === key)?.history;

type Action = { key: string; action: DatasetAction };

export const keptReducer = (kept: KeptHistories, { key, action }: Action): KeptHistories => {
  const history = datasetReducer(keptHistory(kept, key) ?? emptyHistory, action);
  return [...kept.filter((entry) => entry.key !== key), { key, history }].slice(-keptSelections);
};
