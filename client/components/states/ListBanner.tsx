import type { UseQueryResult } from '@tanstack/react-query';
import { Banner } from './Banner.tsx';
import { StaleBanner } from './StaleBanner.tsx';

type ListBannerProps = {
  /** `isPaused`: the browser is offline and the query waits for the network. */
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'isPaused' | 'refetch'>;
  hasRows: boolean;
};

/** Shown above a list whose rows are not the requested ones. */
export const ListBanner = ({ query, hasRows }: ListBannerProps) => (
  <output className="[&:empty]:hidden">
    {query.isPaused ? (
      <Banner tone="warning">
        You’re offline. {hasRows && 'These rows are from before. '}The list loads as soon as you are online again.
      </Banner>
    ) : (
      query.isError && hasRows && <StaleBanner onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
    )}
  </output>
);
