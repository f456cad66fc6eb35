import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX, UserRoundX } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { noSuchPage, notLoaded } from '#client/components/states/emptyReasons.tsx';
import type { WorkAddress } from '#client/features/leadWork/useWorkAddress.ts';
import { messages } from '#shared/messages.ts';

type WorkEmptyProps = {
  address: Pick<WorkAddress, 'page' | 'hasFilter' | 'setPage' | 'clearFilters'>;
  leads: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
};

/** Explains why All leads is empty. */
export const WorkEmpty = ({ address: { page, hasFilter, setPage, clearFilters }, leads }: WorkEmptyProps) => {
  const reason = leads.error
    ? notLoaded(() => void leads.refetch(), leads.isFetching)
    : page > 1
      ? noSuchPage(page, () => setPage(1))
      : hasFilter
        ? {
            icon: <SearchX />,
            description: 'No leads match these filters.',
            action: (
              <Button size="sm" onClick={clearFilters}>
                Clear filters
              </Button>
            ),
          }
        : { icon: <UserRoundX />, description: 'Leads of your forms and imports appear here by themselves.' };
  return <EmptyState {...reason} title={messages.empty.leads} />;
};
