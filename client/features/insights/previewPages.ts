import { insightFacts } from '#shared/insights.ts';
import { pageSizes } from '#shared/limits.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { InsightRow } from './insights.api.ts';
import type { Preview } from './usePreview.ts';

/** The visible page and its navigation. */
export type PreviewPage = {
  rows: readonly InsightRow[];
  number: number;
  label: string;
  canGoBack: boolean;
  canGoOn: boolean;
  onPrevious: () => void;
  onNext: () => void;
};

/** The page number in the address, and how to change it. */
export type PagePlace = { page: number; turnPage: (by: -1 | 1, pageCount: number) => void };

type ToPage = (preview: Preview, place: PagePlace) => PreviewPage;

/** One page per loaded dataset. */
const datasetPage: ToPage = ({ datasets, position, goBack, goForward }) => {
  const shown = datasets[position];
  const hasMore = shown !== undefined && shown.next !== null;
  return {
    rows: shown?.rows ?? [],
    number: position + 1,
    label: `Dataset ${position + 1}${hasMore ? ' (more available)' : ''}`,
    canGoBack: position > 0,
    canGoOn: hasMore,
    onPrevious: goBack,
    onNext: goForward,
  };
};

/** Pages of rows that are all loaded. */
const clientPage: ToPage = ({ datasets }, place) => {
  const all = datasets[0]?.rows ?? [];
  const pageCount = Math.max(1, Math.ceil(all.length / pageSizes.preview));
  // The page number in the address may be past the end.
  const page = Math.min(place.page, pageCount);
  return {
    rows: all.slice((page - 1) * pageSizes.preview, page * pageSizes.preview),
    number: page,
    label: `Page ${page} of ${pageCount}`,
    canGoBack: page > 1,
    canGoOn: page < pageCount,
    onPrevious: () => place.turnPage(-1, pageCount),
    onNext: () => place.turnPage(1, pageCount),
  };
};

export const previewPageOf = (platform: PlatformId): ToPage =>
  insightFacts[platform].comesInDatasets ? datasetPage : clientPage;
