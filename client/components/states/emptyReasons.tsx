import { CircleAlert, FileQuestion, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';

/** For an `EmptyState`: the reason for an empty list, and a remedy. */
export type EmptyReason = { icon?: ReactNode; description: string; action?: ReactNode };

/** A general text. The console has the exact failure. */
export const notLoaded = (onRetry: () => void, isRetrying: boolean): EmptyReason => ({
  icon: <CircleAlert className="text-danger" />,
  description: 'The list could not be loaded.',
  action: (
    <Button size="sm" onClick={onRetry} isBusy={isRetrying}>
      Retry
    </Button>
  ),
});

/** The list has become shorter than the page number in the address. */
export const noSuchPage = (page: number, onFirstPage: () => void): EmptyReason => ({
  icon: <FileQuestion />,
  description: `There is no page ${page} any more.`,
  action: (
    <Button size="sm" onClick={onFirstPage}>
      Back to the first page
    </Button>
  ),
});

export const noLeadsMatch = (search: string, onClearSearch: () => void): EmptyReason => ({
  icon: <SearchX />,
  description: `No leads match “${search}”.`,
  action: (
    <Button size="sm" onClick={onClearSearch}>
      Clear search
    </Button>
  ),
});
