import type { DataColumn } from '#client/components/tables/DataTable.tsx';
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';

type Columns = readonly DataColumn<WorkedLead>[];

/** Reads and changes the visible columns in the address. */
export const shownWorkColumns = (all: Columns, { columns, change }: Pick<WorkAddress, 'columns' | 'change'>) => {
  const first = all.filter(({ isHiddenAtFirst }) => isHiddenAtFirst !== true);
  const named = all.filter(({ key }) => columns.includes(key));
  const shown = named.length > 0 ? named : first;
  const toggle = (key: string): void => {
    const next = all.filter((column) => (column.key === key) !== shown.includes(column));
    const isDefault = next.length === first.length && next.every((column) => first.includes(column));
    change({ columns: isDefault ? [] : next.map((column) => column.key) });
  };
  return { shown, toggle, reset: () => change({ columns: [] }) };
};
