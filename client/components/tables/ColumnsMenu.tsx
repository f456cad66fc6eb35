import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { resetColumns, toggleColumn, useShownColumns } from '#client/stores/columnsStore.ts';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Checkbox } from '#client/components/forms/Checkbox.tsx';
import { Menu } from '#client/components/overlays/Menu.tsx';

type ColumnsMenuProps = {
  /** Key of the stored choice. The table reads it with `useShownColumns`. */
  table: string;
  columns: readonly { key: string; title: ReactNode; isHiddenAtFirst?: boolean }[];
};

/** Shows and hides the columns of a table. One column always stays. */
export const ColumnsMenu = ({ table, columns }: ColumnsMenuProps) => {
  const shown = useShownColumns(table, columns);
  const count = `${shown.length} of ${columns.length}`;
  return (
    <Menu
      label="Columns"
      triggerClassName={buttonStyles({})}
      className="w-64 max-w-[calc(100vw-2rem)]"
      trigger={
        <>
          <Columns3 aria-hidden="true" className="-mx-0.5 size-4 sm:mr-0" />
          <span className="max-sm:sr-only">Columns</span>
          {shown.length < columns.length && <span className="text-xs text-muted tabular-nums">{count}</span>}
        </>
      }
    >
      {() => (
        <fieldset>
          <legend className="sr-only">Columns of the table</legend>
          <div className="-mx-1 -mt-1 flex items-center justify-between border-b border-hairline py-1 pr-1 pl-3">
            <span aria-live="polite" className="text-xs text-muted tabular-nums">
              {count} shown
            </span>
            <Button size="sm" variant="ghost" onClick={() => resetColumns(table)}>
              Reset
            </Button>
          </div>
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
                    onChange={() => toggleColumn(table, columns, column.key)}
                  />
                  {column.title}
                </label>
              );
            })}
          </div>
        </fieldset>
      )}
    </Menu>
  );
};
