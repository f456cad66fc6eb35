import { useMemo } from 'react';
import { DataTable } from '#client/components/tables/DataTable.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { useShownColumns } from '#client/stores/columnsStore.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { currencyFinder } from './currencyOf.ts';
import { buildInsightColumns } from './insightCells.tsx';
import type { InsightRow } from './insights.api.ts';

/** Each platform's table has its own columns and stores which of them are visible. */
export const insightsTableName = (platform: PlatformId): string => `insights.${platform}`;

type InsightsTableProps = {
  platform: PlatformId;
  accounts: readonly AdAccount[];
  selectedIds: readonly string[];
  /** Rows of the page. */
  rows: readonly InsightRow[];
  /** All loaded rows, so that a column looks the same on every page. */
  allRows: readonly InsightRow[];
  page: number;
  isLoading: boolean;
  isRefreshing: boolean;
  emptyHint: string;
};

export const InsightsTable = (props: InsightsTableProps) => {
  const { platform, accounts, selectedIds, rows, allRows, page, isLoading, isRefreshing, emptyHint } = props;
  const columns = useMemo(
    () => buildInsightColumns(platform, allRows, currencyFinder(platform, accounts, selectedIds)),
    [platform, accounts, selectedIds, allRows],
  );
  return (
    <DataTable
      label={`${platformNames[platform]} data`}
      columns={useShownColumns(insightsTableName(platform), columns)}
      rows={rows}
      rowKey={(_row, index) => String(index)}
      page={page}
      isLoading={isLoading}
      isRefreshing={isRefreshing}
      empty={<EmptyState title={messages.empty.table} description={emptyHint} />}
    />
  );
};
