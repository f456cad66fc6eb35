import { History, RefreshCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#client/components/Badge.tsx';
import { Button } from '#client/components/Button.tsx';
import { DataTable } from '#client/components/DataTable.tsx';
import type { DataColumn } from '#client/components/DataTable.tsx';
import { IconButton } from '#client/components/IconButton.tsx';
import { StatusDot } from '#client/components/StatusDot.tsx';
import { linkStyles } from '#client/components/linkStyles.ts';
import { webUrl } from '#client/lib/webUrl.ts';
import { formatDate } from '#client/lib/format.ts';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import { LastRunLine } from './LastRunLine.tsx';
import { badgeOf, idOf } from './sheetSyncTexts.ts';

type SheetSyncActions = {
  onRun: (sync: SheetSync) => void;
  onShowRuns: (sync: SheetSync) => void;
  onDelete: (sync: SheetSync) => void;
};

type SheetSyncsTableProps = SheetSyncActions & {
  syncs: readonly SheetSync[];
  isLoading: boolean;
  isRefreshing: boolean;
  empty: ReactNode;
};

const SheetLink = ({ url }: Pick<SheetSync, 'url'>) => {
  const href = webUrl(url);
  if (href === null) return <>{url}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" className={linkStyles}>
      {url}
    </a>
  );
};

const columnsOf = ({ onRun, onShowRuns, onDelete }: SheetSyncActions): DataColumn<SheetSync>[] => [
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
    widthClass: 'min-w-72 max-w-xl py-2',
    cell: (sync) => (
      <span className="grid gap-0.5 *:truncate">
        <span title={sync.url}>
          <SheetLink url={sync.url} />
        </span>
        <LastRunLine lastRun={sync.lastRun} />
      </span>
    ),
  },
  { key: 'type', title: 'Platform', cell: (sync) => <Badge>{badgeOf(sync)}</Badge> },
  { key: 'createdAt', title: 'Created', cell: (sync) => formatDate(sync.createdAt) },
  { key: 'status', title: 'Status', cell: () => <StatusDot tone="success">Active</StatusDot> },
  {
    key: 'actions',
    title: 'Actions',
    cell: (sync) => (
      <span className="flex items-center gap-1">
        <IconButton
          size="iconSm"
          label="Run now"
          icon={<RefreshCw />}
          disabled={sync.lastRun?.state === 'running'}
          onClick={() => onRun(sync)}
        />
        <IconButton size="iconSm" label="Show runs" icon={<History />} onClick={() => onShowRuns(sync)} />
        <Button size="sm" variant="ghost" icon={<Trash2 />} onClick={() => onDelete(sync)}>
          Delete
        </Button>
      </span>
    ),
  },
];

/** Sheets that are kept in sync. Their status always reads Active; how the last run went stands under the address. */
export const SheetSyncsTable = ({ syncs, isLoading, isRefreshing, empty, ...actions }: SheetSyncsTableProps) => (
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
