import type { UseQueryResult } from '@tanstack/react-query';
import { Notice } from './Banner.tsx';
import { StaleNotice } from './StaleBanner.tsx';

type ListNoticeProps = {
  /** `isPaused`: the browser is offline, and the question waits for the network. */
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'isPaused' | 'refetch'>;
  hasRows: boolean;
};

/** Over a list, when its rows are not those that were asked for. */
export const ListNotice = ({ query, hasRows }: ListNoticeProps) => (
  <output className="[&:empty]:hidden">
    {query.isPaused ? (
      <Notice tone="warning">
        You’re offline. {hasRows && 'These rows are from before. '}The list loads as soon as you are online again.
      </Notice>
    ) : (
      query.isError && hasRows && <StaleNotice onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    )}
  </output>
);
