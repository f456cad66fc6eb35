import { useState } from 'react';
import { AccountsTable } from '#client/components/tables/AccountsTable.tsx';
import { Button } from '#client/components/buttons/Button.tsx';
import { ChoiceCell } from '#client/components/tables/ChoiceCell.tsx';
import { CardList } from '#client/components/tables/CardList.tsx';
import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { CopyableId } from '#client/components/buttons/CopyableId.tsx';
import { DataTable } from '#client/components/tables/DataTable.tsx';
import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import { ListPagination } from '#client/components/tables/ListPagination.tsx';
import { sortedColumns } from '#client/components/tables/sortedColumns.tsx';
import type { Sorting } from '#client/components/tables/SortHeader.tsx';
import { EmailLink } from '#client/components/buttons/EmailLink.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { ScrollRegion } from '#client/components/tables/ScrollRegion.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { formatInteger, formatMoney, formatPercent } from '#client/lib/format.ts';
import { useShownColumns } from '#client/stores/columnsStore.ts';
import { messages } from '#shared/messages.ts';
import { KitState, WideKitState } from './KitSection.tsx';

type Row = { id: string; name: string; email: string; spend: number | null; clicks: number; rate: number };
const rows: readonly Row[] = Array.from({ length: 24 }, (_row, index) => ({
  id: `1202100000007789${String(index).padStart(2, '0')}`,
  name:
    index === 1
      ? 'A campaign whose name is longer than the widest that a column gets, and then some'
      : `Campaign ${index + 1}`,
  email: `ada.${index + 1}@example.test`,
  spend: index === 2 ? null : 1240.5 * index,
  clicks: 731 * index,
  rate: index / 21,
}));
const fewRows = rows.slice(0, 4);

const name: DataColumn<Row> = { key: 'name', title: 'Campaign Name', cell: (row) => row.name, hint: (row) => row.name };
const columns: readonly DataColumn<Row>[] = [
  name,
  { key: 'id', title: 'Campaign Id', kind: 'id', cell: (row) => <CopyableId id={row.id} /> },
  { key: 'email', title: 'Email', cell: (row) => <EmailLink address={row.email} /> },
  { key: 'status', title: 'Status', cell: () => <StatusDot tone="success">Enabled</StatusDot> },
  {
    key: 'spend',
    title: 'Spend',
    kind: 'number',
    cell: (row) => (row.spend === null ? <NoValue /> : formatMoney(row.spend, 'USD')),
  },
  { key: 'clicks', title: 'Clicks', kind: 'number', cell: (row) => formatInteger(row.clicks) },
  { key: 'rate', title: 'CTR', kind: 'number', cell: (row) => formatPercent(row.rate), isHiddenAtFirst: true },
];
/** Too wide to fit: the name is pinned to the start, the action to the end. */
const wideColumns: readonly DataColumn<Row>[] = [
  { key: 'date', title: 'Date', cell: () => 'Nov 21, 2026' },
  { ...name, pin: 'start' },
  ...columns.slice(1).map((column) => ({ ...column, widthClass: 'min-w-56' })),
  {
    key: 'action',
    title: 'Action',
    pin: 'end',
    cell: () => (
      <Button size="sm" variant="ghost">
        View Lead
      </Button>
    ),
  },
];
const keyOf = ({ id }: Row): string => id;
const empty = <EmptyState title={messages.empty.table} />;

const Choice = ({ row }: { row: Row }) => {
  const [value, setValue] = useState('Enabled');
  return (
    <ChoiceCell
      label={`Status of ${row.name}`}
      shortcut="s"
      value={value}
      options={['Enabled', 'Paused'].map((each) => ({ value: each, label: each }))}
      onChoose={async (chosen) => setValue(chosen)}
    >
      <StatusDot tone={value === 'Enabled' ? 'success' : 'neutral'}>{value}</StatusDot>
    </ChoiceCell>
  );
};
const choiceColumns = columns.map((column) =>
  column.key === 'status' ? { ...column, cell: (row: Row) => <Choice row={row} /> } : column,
);

const SelectableTable = () => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([rows[1]?.id ?? '']));
  return (
    <DataTable
      label="Selectable"
      columns={choiceColumns}
      rows={fewRows}
      rowKey={keyOf}
      empty={empty}
      selection={{ selected, onChange: setSelected, labelOf: (id) => `Select ${id}` }}
    />
  );
};

const Cards = () => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set([rows[1]?.id ?? '']));
  return (
    <CardList
      label="Cards"
      cards={fewRows.map(({ id, name: title, email }) => ({
        key: id,
        content: (
          <>
            <p className="truncate font-medium">{title}</p>
            <p className="truncate text-[13px] text-muted">{email}</p>
          </>
        ),
      }))}
      empty={empty}
      selection={{ selected, onChange: setSelected, labelOf: (id) => `Select ${id}` }}
    />
  );
};

const ChosenColumns = () => (
  <>
    <div className="mb-3 flex justify-end">
      <ColumnsMenu table="kit" columns={columns} />
    </div>
    <DataTable
      label="With chosen columns"
      columns={useShownColumns('kit', columns)}
      rows={fewRows}
      rowKey={keyOf}
      empty={empty}
    />
  </>
);

const SortedTable = () => {
  const [{ key, order }, setSorted] = useState<Pick<Sorting, 'key' | 'order'>>({ key: 'clicks', order: 'desc' });
  const [page, setPage] = useState(1);
  const sorting: Sorting = {
    key,
    order,
    onSort: (next) => setSorted({ key: next, order: next === key && order === 'desc' ? 'asc' : 'desc' }),
  };
  const sortable = columns.map((column) =>
    column.key === 'name' || column.key === 'clicks' ? { ...column, sortKey: column.key } : column,
  );
  const sorted = rows.toSorted((a, b) =>
    key === 'name' ? a.name.localeCompare(b.name, 'en', { numeric: true }) : a.clicks - b.clicks,
  );
  const ordered = order === 'asc' ? sorted : sorted.toReversed();
  const shown = ordered.slice(4 * (page - 1), 4 * page);
  return (
    <div className="grid grid-cols-1 gap-3">
      <DataTable
        label="Sorted"
        columns={sortedColumns(sortable, sorting)}
        rows={shown}
        rowKey={keyOf}
        page={page}
        empty={empty}
      />
      <ListPagination
        page={page}
        pageSize={4}
        shown={shown.length}
        list={{ totalPages: 6, nextPage: page < 6 ? page + 1 : null, totalItems: rows.length }}
        isBusy={false}
        onPageChange={setPage}
      />
    </div>
  );
};

const RefreshingTable = () => {
  const [isRefreshing, setIsRefreshing] = useState(false);
  return (
    <>
      <div className="mb-3 flex justify-end">
        <Button aria-pressed={isRefreshing} onClick={() => setIsRefreshing(!isRefreshing)}>
          Refresh
        </Button>
      </div>
      <DataTable
        label="Refreshing"
        columns={columns}
        rows={fewRows}
        rowKey={keyOf}
        isRefreshing={isRefreshing}
        empty={empty}
      />
    </>
  );
};

const accounts = Array.from({ length: 12 }, (_account, index) => ({
  id: `act_1002003${index}`,
  name: `Garden ${index + 1}`,
  currency: 'EUR',
  timeZone: null,
}));
const Accounts = () => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <AccountsTable
      accounts={accounts}
      selected={selected}
      onChange={setSelected}
      empty={empty}
      heightClass="max-h-64"
    />
  );
};

export const TablesKit = () => (
  <>
    <WideKitState name="Wider than its place, with a pinned start and end">
      <DataTable label="Wide" columns={wideColumns} rows={rows} rowKey={keyOf} empty={empty} heightClass="max-h-80" />
    </WideKitState>
    <WideKitState name="With chosen columns">
      <ChosenColumns />
    </WideKitState>
    <WideKitState name="With boxes; Shift and a click tick a range">
      <SelectableTable />
    </WideKitState>
    <WideKitState name="As cards, in narrow windows">
      <Cards />
    </WideKitState>
    <WideKitState name="Sorted by its headers, in pages">
      <SortedTable />
    </WideKitState>
    <WideKitState name="While newer rows are under way">
      <RefreshingTable />
    </WideKitState>
    <WideKitState name="Loading">
      <DataTable label="Loading" columns={columns} rows={[]} rowKey={keyOf} isLoading empty={empty} />
    </WideKitState>
    <WideKitState name="Empty">
      <DataTable label="Empty" columns={columns} rows={[]} rowKey={keyOf} empty={empty} />
    </WideKitState>
    <WideKitState name="Scrolled by keyboard">
      <ScrollRegion label="Days" className="max-w-xs overflow-x-auto rounded-md border border-hairline">
        <p className="w-xl p-3 text-sm">
          A region without links or buttons takes the focus, so that arrow keys scroll it.
        </p>
      </ScrollRegion>
    </WideKitState>
    <WideKitState name="Ad accounts">
      <Accounts />
    </WideKitState>
    <KitState name="Ids, long and short and missing">
      <span className="w-44">
        <CopyableId id="120210000000778945" />
      </span>
      <span className="w-44">
        <CopyableId id="act_10020030" />
      </span>
      <CopyableId id="" />
    </KitState>
  </>
);
