import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePageKeys } from '#client/lib/keys/usePageKeys.ts';
import { Button } from '#client/components/buttons/Button.tsx';

type PaginationProps = {
  /** Distinguishes several paginations on one screen. */
  name?: string;
  /** The position: `Page 2 of 3`, `Dataset 4 (more available)`. */
  label: ReactNode;
  canGoBack: boolean;
  canGoOn: boolean;
  onPrevious: () => void;
  onNext: () => void;
  /** The next page is loading. */
  isBusy?: boolean;
};

/** Pagination without a known number of pages. */
export const Pagination = ({
  name = 'Pagination',
  label,
  canGoBack,
  canGoOn,
  onPrevious,
  onNext,
  isBusy = false,
}: PaginationProps) => {
  usePageKeys({ canGoBack: canGoBack && !isBusy, canGoOn: canGoOn && !isBusy, onPrevious, onNext });
  return (
    <nav aria-label={name} className="flex flex-wrap items-center justify-between gap-2">
      <span aria-live="polite" className="text-[13px] text-muted tabular-nums">
        {label}
      </span>
      <span className="flex grow justify-end gap-2">
        <Button size="sm" icon={<ChevronLeft />} disabled={!canGoBack || isBusy} onClick={onPrevious}>
          Previous
        </Button>
        <Button size="sm" disabled={!canGoOn || isBusy} onClick={onNext}>
          Next
          <ChevronRight aria-hidden="true" className="-mr-1 size-4" />
        </Button>
      </span>
    </nav>
  );
};
