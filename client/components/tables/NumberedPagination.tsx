import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { usePageKeys } from '#client/lib/keys/usePageKeys.ts';
import { pageNumbers } from './pageNumbers.ts';

type NumberedPaginationProps = {
  /** Distinguishes several paginations on one screen. */
  name?: string;
  page: number;
  totalPages: number;
  onPageChange: (page: number) => void;
  /** Whether there is a next page. Default: whether `page` is below `totalPages`. */
  hasNext?: boolean;
  /** On the left: `51-100 of 1,240`. */
  label?: ReactNode;
  isBusy?: boolean;
};

/** Pagination with a known number of pages. */
export const NumberedPagination = ({
  name = 'Pagination',
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
    <nav aria-label={name} className="flex flex-wrap items-center justify-between gap-2">
      <span className="text-[13px] text-muted tabular-nums">{label}</span>
      {/* On phones, the numbers are on a separate line. */}
      <span className="flex flex-wrap items-center gap-1 max-sm:w-full max-sm:justify-between">
        <Button size="sm" icon={<ChevronLeft />} disabled={page <= 1 || isBusy} onClick={() => onPageChange(page - 1)}>
          Previous
        </Button>
        <span className="flex flex-wrap items-center gap-1 max-sm:order-first max-sm:w-full max-sm:justify-center max-sm:gap-0.5">
          {entries.map((entry, index) =>
            entry === 'gap' ? (
              // At most two gaps: one before and one after the current page.
              <span
                key={index < entries.indexOf(page) ? 'gap-before' : 'gap-after'}
                aria-hidden="true"
                className="w-6 text-center text-muted max-sm:w-5"
              >
                …
              </span>
            ) : (
              <Button
                key={entry}
                variant={entry === page ? 'primary' : 'ghost'}
                size="sm"
                aria-label={`Page ${entry}`}
                aria-current={entry === page ? 'page' : undefined}
                disabled={isBusy}
                onClick={() => onPageChange(entry)}
                className="min-w-8 px-1.5! tabular-nums"
              >
                {entry}
              </Button>
            ),
          )}
        </span>
        <Button size="sm" disabled={!hasNext || isBusy} onClick={() => onPageChange(page + 1)}>
          Next
          <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
        </Button>
      </span>
    </nav>
  );
};
