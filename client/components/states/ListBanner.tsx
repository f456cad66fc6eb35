import type { UseQueryResult } from '@tanstack/react-query';
import { StaleBanner } from './StaleBanner.tsx';

type ListBannerProps = {
  query: Pick<UseQueryResult, 'isError' | 'isFetching' | 'refetch'>;
  hasRows: boolean;
};

/** Shown above a list whose rows are not the requested ones. */
export const ListBanner = ({ query, hasRows }: ListBannerProps) => (
  <output className="[&:empty]:hidden">
    {query.isError && hasRows && <StaleBanner onRetry={() => void query.refetch()} isRetrying={query.isFetching} />}
  </output>
);
