import { Columns3 } from 'lucide-react';
import { Button } from '#client/components/Button.tsx';
import { buttonStyles } from '#client/components/buttonStyles.ts';
import { Checkbox } from '#client/components/Checkbox.tsx';
import { Menu } from '#client/components/Menu.tsx';
import { showAllColumns, toggleColumn, useColumnsStore } from './columnsStore.ts';
import { tableColumns } from './customLeadCells.tsx';

/** Chooses the columns of the table; one always stays. */
export const ColumnsMenu = () => {
  const hidden = useColumnsStore((columns) => columns.hidden);
  const shownCount = tableColumns.filter(({ key }) => !hidden.includes(key)).length;
  const isAllShown = shownCount === tableColumns.length;
  return (
    <Menu
      label="Columns"
      triggerClassName={buttonStyles({})}
      className="w-64"
      trigger={
        <>
          <Columns3 aria-hidden="true" className="-ml-0.5 size-4" />
          Columns
          {!isAllShown && (
            <span className="text-xs text-muted tabular-nums">
              {shownCount} of {tableColumns.length}
            </span>
          )}
        </>
      }
    >
      {() => (
        <fieldset>
          <legend className="sr-only">Columns of the table</legend>
          <div className="-mx-1 -mt-1 flex items-center justify-between border-b border-hairline py-1 pr-1 pl-3">
            <span aria-live="polite" className="text-xs text-muted tabular-nums">
              {shownCount} of {tableColumns.length} shown
            </span>
            <Button size="sm" variant="ghost" onClick={showAllColumns}>
              Reset
            </Button>
          </div>
          <div className="-mx-1 -mb-1 max-h-80 overflow-y-auto p-1">
            {tableColumns.map(({ key, title }) => (
              <label
                key={key}
                className="flex min-h-8 items-center gap-2.5 rounded-md px-2 text-[13px] hover:bg-hover pointer-coarse:min-h-11"
              >
                <Checkbox
                  checked={!hidden.includes(key)}
                  disabled={shownCount === 1 && !hidden.includes(key)}
                  onChange={() => toggleColumn(key)}
                />
                {title}
              </label>
            ))}
          </div>
        </fieldset>
      )}
    </Menu>
  );
};
