import { useState } from 'react';
import type { ReactNode } from 'react';
import { accountName } from '#client/lib/accountName.ts';
import { focusSearch } from '#client/lib/keys/focusSearch.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { Button } from '#client/components/buttons/Button.tsx';
import { CopyableId } from '#client/components/buttons/CopyableId.tsx';
import { DataTable } from './DataTable.tsx';
import type { DataColumn } from './DataTable.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';

/** Longer lists get a search box. */
const searchAbove = 10;

type AccountsTableProps = {
  accounts: readonly AdAccount[];
  selected: ReadonlySet<string>;
  onChange: (selected: Set<string>) => void;
  isLoading?: boolean;
  isRefreshing?: boolean;
  empty: ReactNode;
  /** Maximum height, as a class. */
  heightClass?: string;
};

const columns: readonly DataColumn<AdAccount>[] = [
  { key: 'name', title: 'Account Name', cell: accountName, hint: accountName },
  {
    key: 'id',
    title: 'Account ID',
    kind: 'id',
    cell: ({ id }) => <CopyableId id={id} copyLabel={`Copy account ID ${id}`} />,
  },
];

const matches = (account: AdAccount, search: string): boolean =>
  accountName(account).toLowerCase().includes(search) || account.id.toLowerCase().includes(search);

/** Ad accounts with checkboxes. During a search, the header's checkbox selects the matches. */
export const AccountsTable = ({ accounts, selected, onChange, empty, ...rest }: AccountsTableProps) => {
  const [search, setSearch] = useState('');
  const needle = search.trim().toLowerCase();
  const shown = needle === '' ? accounts : accounts.filter((account) => matches(account, needle));
  const names = new Map(accounts.map((account) => [account.id, accountName(account)]));
  const clearSearch = (): void => {
    setSearch('');
    // The pressed button disappears.
    focusSearch();
  };
  const noMatch = (
    <EmptyState
      title={`No accounts match “${search.trim()}”`}
      action={<Button onClick={clearSearch}>Clear search</Button>}
    />
  );
  return (
    <div className="grid grid-cols-1 gap-2">
      {accounts.length > searchAbove && (
        <TextInput
          type="search"
          aria-label="Search accounts"
          aria-keyshortcuts="/"
          placeholder="Search by name or ID"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="max-w-72"
        />
      )}
      <DataTable
        {...rest}
        label="Ad accounts"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        selection={{ selected, onChange, labelOf: (id) => `Select ${names.get(id) ?? id}` }}
        empty={needle === '' ? empty : noMatch}
      />
    </div>
  );
};
