import { CalendarDays, Check, ChevronDown } from 'lucide-react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { quickSelectKeys } from '#client/lib/keys/quickSelectKeys.ts';
import { quickSelects } from '#shared/lib/dateRange.ts';
import type { DateRange, QuickSelectId } from '#shared/lib/dateRange.ts';
import { describeRange } from '#client/lib/describeRange.ts';

type PeriodMenuProps = {
  range: DateRange;
  quickSelect: QuickSelectId | null;
  onChoose: (id: QuickSelectId) => void;
  /** Opens the fields for start and end. */
  onCustom: () => void;
};

/** The current period and a menu of named periods, each with its shortcut letter. */
export const PeriodMenu = ({ range, quickSelect, onChoose, onCustom }: PeriodMenuProps) => {
  const current = quickSelects.find(({ id }) => id === quickSelect)?.label ?? describeRange(range);
  return (
    <Menu
      label={`Period: ${current}`}
      triggerClassName={buttonStyles({})}
      className="left-0 w-56"
      trigger={
        <>
          <CalendarDays aria-hidden="true" className="-ml-0.5 size-4" />
          {current}
          <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-muted" />
        </>
      }
    >
      {(close) => (
        <>
          {quickSelects.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === quickSelect}
              aria-keyshortcuts={quickSelectKeys[id]}
              className={menuItemStyles}
              onClick={() => {
                close();
                onChoose(id);
              }}
            >
              <Check aria-hidden="true" className={id === quickSelect ? undefined : 'invisible'} />
              {label}
              <kbd aria-hidden="true" className="ml-auto font-sans text-xs text-muted uppercase pointer-coarse:hidden">
                {quickSelectKeys[id]}
              </kbd>
            </button>
          ))}
          <div className="-mx-1 mt-1 border-t border-hairline px-1 pt-1">
            <button
              type="button"
              aria-pressed={quickSelect === null}
              className={menuItemStyles}
              onClick={() => {
                close();
                onCustom();
              }}
            >
              <Check aria-hidden="true" className={quickSelect === null ? undefined : 'invisible'} />
              Other days…
            </button>
          </div>
        </>
      )}
    </Menu>
  );
};
