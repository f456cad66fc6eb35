import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { usePageKeys } from '#client/lib/usePageKeys.ts';
import { pageNumbers } from './pageNumbers.ts';

type NumberedPaginationProps = {
  page: number;
  totalPages: number;
  onPageChange: (page: number) => void;
  /** Whether there is a page after this one; by default, whether `page` is below `totalPages`. */
  hasNext?: boolean;
  /** On the left: `51-100 of 1,240`. */
  label?: ReactNode;
  isBusy?: boolean;
};

/** Steps and jumps through a known number of pages. */
export const NumberedPagination = ({
  page,
  totalPages,
  onPageChange,
  hasNext = page < totalPages,
  label,
  isBusy = false,
}: NumberedPaginationProps) => {
  const entries = pageNumbers(page, totalPages);
  usePageKeys({
    canGoBack: page > 1 && !isBusy,
    canGoOn: hasNext && !isBusy,
    onPrevious: () => onPageChange(page - 1),
    onNext: () => onPageChange(page + 1),
  });
  return (
    <nav aria-label="Pagination" className="flex flex-wrap items-center justify-between gap-2">
      <span className="text-[13px] text-muted tabular-nums">{label}</span>
      <span className="flex flex-wrap items-center gap-1">
        <Button size="sm" icon={<ChevronLeft />} disabled={page <= 1 || isBusy} onClick={() => onPageChange(page - 1)}>
          Previous
        </Button>
        {entries.map((entry, index) =>
          entry === 'gap' ? (
            // At most two gaps: one before and one after the current page.
            <span
              key={index < entries.indexOf(page) ? 'gap-before' : 'gap-after'}
              aria-hidden="true"
              className="w-6 text-center text-muted"
            >
              …
            </span>
          ) : (
            <Button
              key={entry}
              variant={entry === page ? 'primary' : 'ghost'}
              size="iconSm"
              aria-label={`Page ${entry}`}
              aria-current={entry === page ? 'page' : undefined}
              disabled={isBusy}
              onClick={() => onPageChange(entry)}
              className="w-auto min-w-8 px-1.5 text-[13px] tabular-nums"
            >
              {entry}
            </Button>
          ),
        )}
        <Button size="sm" disabled={!hasNext || isBusy} onClick={() => onPageChange(page + 1)}>
          Next
          <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
        </Button>
      </span>
    </nav>
  );
};
