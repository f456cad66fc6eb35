import type { Dataset } from './insights.api.ts';

/** The datasets that were read so far, and which one is shown. Empty before the first answer. */
export type DatasetHistory = { datasets: readonly Dataset[]; position: number };

export const emptyHistory: DatasetHistory = { datasets: [], position: 0 };

export type DatasetAction =
  /** A first load: the history begins anew. */
  | { type: 'loaded'; dataset: Dataset }
  /** The dataset after the last one. */
  | { type: 'stepped'; dataset: Dataset }
  /** One back or forth among what is stored. */
  | { type: 'moved'; by: -1 | 1 };

/** Walks over the stored datasets; going back and forth among them asks nobody. */
export const datasetReducer = ({ datasets, position }: DatasetHistory, action: DatasetAction): DatasetHistory => {
  if (action.type === 'loaded') return { datasets: [action.dataset], position: 0 };
  if (action.type === 'stepped') return { datasets: [...datasets, action.dataset], position: datasets.length };
  return { datasets, position: Math.max(0, Math.min(datasets.length - 1, position + action.by)) };
};

export const hasStoredNext = ({ datasets, position }: DatasetHistory): boolean => position < datasets.length - 1;

/** A later dataset is stored, or there is a cursor, or accounts are left. */
export const hasMore = (history: DatasetHistory, accountCount: number): boolean => {
  const next = history.datasets.at(-1)?.next;
  return hasStoredNext(history) || (next ? next.cursor !== null || next.accountIndex < accountCount : false);
};

export const datasetLabel = (history: DatasetHistory, accountCount: number): string =>
  `Dataset ${history.position + 1}${hasMore(history, accountCount) ? ' (more available)' : ''}`;
