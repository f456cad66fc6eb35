import { WifiOff } from 'lucide-react';
import { useIsOnline } from '#client/lib/hooks/useIsOnline.ts';
import { EmptyState } from './EmptyState.tsx';
import type { ReactNode } from 'react';

/** Replaces a list that cannot load. */
export const OfflineState = () => (
  <EmptyState icon={<WifiOff />} title="You’re offline" description="The list loads as soon as you are online again." />
);

type ListState = { isLoading?: boolean | undefined; empty: ReactNode };

/** The state of a list without rows: a list that waits for the network says so instead of showing that it loads. */
export const useListState = ({ isLoading = false, empty }: ListState) => {
  const isOnline = useIsOnline();
  return isLoading && !isOnline ? { isLoading: false, empty: <OfflineState /> } : { isLoading, empty };
};
