import { Columns3 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Menu } from '#client/components/overlays/Menu.tsx';

type ColumnsFrameProps = {
  /** The number of shown columns and of all columns. */
  count: string;
  /** Shows the count on the button. */
  hasBadge?: boolean;
  className: string;
  onReset: () => void;
  /** The list of columns. */
  children: ReactNode;
};

/** The menu of a table's columns, with the count and a button to restore the defaults. */
export const ColumnsFrame = ({ count, hasBadge = false, className, onReset, children }: ColumnsFrameProps) => (
  <Menu
    // Contains the visible text, for speech input.
    label={hasBadge ? `Columns ${count}` : 'Columns'}
    triggerClassName={buttonStyles({})}
    className={className}
    trigger={
      <>
        <Columns3 aria-hidden="true" className="-mx-0.5 size-4 sm:mr-0" />
        <span className="max-sm:sr-only">Columns</span>{' '}
        {hasBadge && <span className="text-xs text-muted tabular-nums">{count}</span>}
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
          <Button size="sm" variant="ghost" onClick={onReset}>
            Reset
          </Button>
        </div>
        {children}
      </fieldset>
    )}
  </Menu>
);
