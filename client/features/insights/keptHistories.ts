import { datasetReducer, emptyHistory } from './datasetHistory.ts';
import type { DatasetAction, DatasetHistory } from './datasetHistory.ts';
import type { InsightsQuery } from './insights.api.ts';

/** What was read of several selections, the last one that was worked with at the end. */
export type KeptHistories = readonly { key: string; history: DatasetHistory }[];

/** So many selections are kept with their rows; going back to one of them asks nobody. */
const keptSelections = 5;

export const keyOf = ({ accountIds, range }: InsightsQuery): string =>
  [range.since, range.until, ...accountIds].join(' ');

export const keptHistory = (kept: KeptHistories, key: string): DatasetHistory | undefined =>
  kept.find((entry) => entry.key === key)?.history;

type Action = { key: string; action: DatasetAction };

/** Takes a step in the datasets of one selection. */
export const keptReducer = (kept: KeptHistories, { key, action }: Action): KeptHistories => {
  const history = datasetReducer(keptHistory(kept, key) ?? emptyHistory, action);
  return [...kept.filter((entry) => entry.key !== key), { key, history }].slice(-keptSelections);
};
