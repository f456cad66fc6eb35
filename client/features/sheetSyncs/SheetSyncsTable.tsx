import type { ReactNode } from 'react';
import { DataTable } from '#client/components/tables/DataTable.tsx';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { formatDate, formatLongDateTime } from '#client/lib/format.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import { LastRunLine } from './LastRunLine.tsx';
import { NextRunLine } from './NextRunLine.tsx';
import { SheetActions } from './SheetActions.tsx';
import type { SheetSyncActions } from './SheetActions.tsx';
import { SheetLink } from './SheetLink.tsx';
import { SheetTypeBadge } from './SheetTypeBadge.tsx';
import { idOf } from './sheetSyncTexts.ts';

export type SheetSyncsProps = SheetSyncActions & {
  syncs: readonly SheetSync[];
  isLoading: boolean;
  isRefreshing: boolean;
  empty: ReactNode;
};

const columnsOf = (actions: SheetSyncActions): DataColumn<SheetSync>[] => [
  {
    key: 'id',
    title: 'ID',
    kind: 'id',
    cell: (sync) => idOf(sync)?.slice(-8) ?? 'N/A',
    hint: (sync) => idOf(sync) ?? undefined,
  },
  {
    key: 'url',
    title: 'Google Sheet URL',
    widthClass: 'w-full max-w-0 min-w-72 py-2',
    cell: (sync) => (
      <span className="grid grid-cols-1 gap-0.5 whitespace-normal">
        <SheetLink url={sync.url} />
        <LastRunLine lastRun={sync.lastRun} />
        <NextRunLine lastRun={sync.lastRun} nextRunAt={sync.nextRunAt} />
      </span>
    ),
  },
  { key: 'type', title: 'Platform', cell: (sync) => <SheetTypeBadge sync={sync} /> },
  {
    key: 'createdAt',
    title: 'Created',
    cell: (sync) => formatDate(sync.createdAt),
    hint: (sync) => formatLongDateTime(sync.createdAt),
  },
  { key: 'status', title: 'Status', cell: () => <StatusDot tone="success">Active</StatusDot> },
  { key: 'actions', title: 'Actions', pin: 'end', cell: (sync) => <SheetActions {...actions} sync={sync} /> },
];

/** The status is always Active. The result of the last run is below the address. */
export const SheetSyncsTable = ({ syncs, isLoading, isRefreshing, empty, ...actions }: SheetSyncsProps) => (
  <DataTable
    label="Google Sheets"
    columns={columnsOf(actions)}
    rows={syncs}
    rowKey={(sync, index) => idOf(sync) ?? String(index)}
    isLoading={isLoading}
    isRefreshing={isRefreshing}
    empty={empty}
  />
);
