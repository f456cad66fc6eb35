import type { ReactNode } from 'react';
import { resetColumns, toggleColumn, useShownColumns } from '#client/stores/columnsStore.ts';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { ColumnsFrame } from './ColumnsFrame.tsx';

type Column = { key: string; title: ReactNode; isHiddenAtFirst?: boolean };

type ColumnsChoiceProps<Shown extends Column> = {
  columns: readonly Shown[];
  shown: readonly Shown[];
  onToggle: (key: string) => void;
  onReset: () => void;
};

/** Shows and hides columns. One column always stays. */
export const ColumnsChoice = <Shown extends Column>({
  columns,
  shown,
  onToggle,
  onReset,
}: ColumnsChoiceProps<Shown>) => {
  const count = `${shown.length} of ${columns.length}`;
  return (
    <ColumnsFrame
      count={count}
      hasBadge={shown.length < columns.length}
      className="w-64 max-w-[calc(100vw-2rem)]"
      onReset={onReset}
    >
      <div className="-mx-1 -mb-1 max-h-80 overflow-y-auto p-1">
        {columns.map((column) => {
          const isShown = shown.includes(column);
          return (
            <label
              key={column.key}
              className="flex min-h-8 items-center gap-2.5 rounded-md px-2 text-[13px] hover:bg-hover pointer-coarse:min-h-11"
            >
              <Checkbox
                checked={isShown}
                disabled={isShown && shown.length === 1}
                onChange={() => onToggle(column.key)}
              />
              {column.title}
            </label>
          );
        })}
      </div>
    </ColumnsFrame>
  );
};

type ColumnsMenuProps = {
  /** Key of the stored choice. The table reads it with `useShownColumns`. */
  table: string;
  columns: readonly Column[];
};

/** Shows and hides the columns of a table. The choice is stored. */
export const ColumnsMenu = ({ table, columns }: ColumnsMenuProps) => (
  <ColumnsChoice
    columns={columns}
    shown={useShownColumns(table, columns)}
    onToggle={(key) => toggleColumn(table, columns, key)}
    onReset={() => resetColumns(table)}
  />
);
