import { pageSizes } from '#shared/limits.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { datasetLabel, hasMore } from './datasetHistory.ts';
import type { InsightRow } from './insights.api.ts';
import type { Preview } from './usePreview.ts';

/** What is on the screen, and how one goes on from there. */
export type PreviewPage = {
  rows: readonly InsightRow[];
  label: string;
  canGoBack: boolean;
  canGoOn: boolean;
  onPrevious: () => void;
  onNext: () => void;
};

/** Facebook: datasets as they were read. */
const datasetPage = ({ history, filters, goBack, goForward }: Preview): PreviewPage => ({
  rows: history.datasets[history.position]?.rows ?? [],
  label: datasetLabel(history, filters.accountIds.length),
  canGoBack: history.position > 0,
  canGoOn: hasMore(history, filters.accountIds.length),
  onPrevious: goBack,
  onNext: goForward,
});

/** Google, TikTok: pages of rows that are all here. */
const clientPage = ({ history, page, setPage }: Preview): PreviewPage => {
  const all = history.datasets[0]?.rows ?? [];
  const pageCount = Math.max(1, Math.ceil(all.length / pageSizes.preview));
  return {
    rows: all.slice((page - 1) * pageSizes.preview, page * pageSizes.preview),
    label: `Page ${page} of ${pageCount}`,
    canGoBack: page > 1,
    canGoOn: page < pageCount,
    onPrevious: () => setPage(page - 1),
    onNext: () => setPage(page + 1),
  };
};

export const previewPage: Record<PlatformId, (preview: Preview) => PreviewPage> = {
  facebook: datasetPage,
  google: clientPage,
  tiktok: clientPage,
};
