import type { Dataset } from './insights.api.ts';

/** The loaded datasets and the shown position. Empty before the first response. */
export type DatasetHistory = { datasets: readonly Dataset[]; position: number };

export const emptyHistory: DatasetHistory = { datasets: [], position: 0 };

export type DatasetAction =
  /** A first load restarts the history. */
  | { type: 'loaded'; dataset: Dataset }
  /** The dataset after the last one. */
  | { type: 'stepped'; dataset: Dataset }
  /** One step back or forth in the history. */
  | { type: 'moved'; by: -1 | 1 };

/** Moves through the loaded datasets without calls. */
export const datasetReducer = ({ datasets, position }: DatasetHistory, action: DatasetAction): DatasetHistory => {
  if (action.type === 'loaded') return { datasets: [action.dataset], position: 0 };
  if (action.type === 'stepped') return { datasets: [...datasets, action.dataset], position: datasets.length };
  return { datasets, position: Math.max(0, Math.min(datasets.length - 1, position + action.by)) };
};

export const hasStoredNext = ({ datasets, position }: DatasetHistory): boolean => position < datasets.length - 1;

/** A later dataset is loaded, there is a cursor, or accounts remain. */
export const hasMore = (history: DatasetHistory, accountCount: number): boolean => {
  const next = history.datasets.at(-1)?.next;
  return hasStoredNext(history) || (next ? next.cursor !== null || next.accountIndex < accountCount : false);
};

export const datasetLabel = (history: DatasetHistory, accountCount: number): string =>
  `Dataset ${history.position + 1}${hasMore(history, accountCount) ? ' (more available)' : ''}`;
