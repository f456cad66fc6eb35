import { ListFilter as ListFilterIcon, X } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { FilterPlace } from '#client/components/forms/filterPlace.ts';
import { SortChoice } from '#client/components/forms/SortChoice.tsx';
import type { SortChoiceProps } from '#client/components/forms/SortChoice.tsx';
import { Sheet } from '#client/components/overlays/Sheet.tsx';
import { CountBadge } from '#client/components/values/CountBadge.tsx';

type CompactToolsProps = {
  /** The search, or the choice that people make most often. */
  first: ReactNode;
  /** Views and layouts, above the filters in a sheet. */
  views?: ReactNode;
  filters: ReactNode;
  /** The order of a list without headers to click. */
  sort?: SortChoiceProps;
  /** Number of active filters. */
  count: number;
  onClear: () => void;
  /** The menu of all other actions. */
  more: ReactNode;
};

/** The one row of tools above a list in a compact window. */
export const CompactTools = ({ first, views, filters, sort, count, onClear, more }: CompactToolsProps) => {
  const [isOpen, setIsOpen] = useState(false);
  const close = (): void => setIsOpen(false);
  return (
    <div className="flex flex-wrap items-center gap-2">
      <div className="min-w-32 flex-1">{first}</div>
      <Button
        icon={<ListFilterIcon />}
        aria-label={count === 0 ? 'Filters' : `Filters: ${count} active`}
        onClick={() => setIsOpen(true)}
      >
        Filters <CountBadge count={count} />
      </Button>
      {more}
      {isOpen && (
        <Sheet label="Filters" onClose={close}>
          <div className="flex h-full min-h-0 flex-col">
            <header className="flex shrink-0 items-center justify-between border-b border-hairline py-2 pr-2 pl-4">
              <h2 className="text-[15px] font-semibold">Filters</h2>
              <IconButton label="Close" icon={<X />} size="iconSm" onClick={close} />
            </header>
            <div className="grid min-h-0 flex-1 content-start gap-4 overflow-y-auto p-4">
              {views !== undefined && <div className="flex flex-wrap items-center gap-2">{views}</div>}
              {sort && <SortChoice {...sort} />}
              <FilterPlace value="sheet">{filters}</FilterPlace>
            </div>
            <footer className="grid shrink-0 grid-cols-2 gap-2 border-t border-hairline p-3">
              <Button disabled={count === 0} onClick={onClear}>
                Clear filters
              </Button>
              <Button variant="primary" onClick={close}>
                Done
              </Button>
            </footer>
          </div>
        </Sheet>
      )}
    </div>
  );
};
