import { useSyncExternalStore } from 'react';
import { useDelay } from '#client/lib/hooks/useDelay.ts';
import { useUiStore } from './uiStore.ts';
import { useUserStore } from './userStore.ts';

const rehydrateTimeoutMs = 5000;

const stores = [useUserStore, useUiStore] as const;

const subscribe = (onChange: () => void): (() => void) => {
  const stops = stores.map((store) => store.persist.onFinishHydration(onChange));
  return () => stops.forEach((stop) => stop());
};

const areHydrated = (): boolean => stores.every((store) => store.persist.hasHydrated());

/** True once the stored state is loaded, or after five seconds, so that broken storage cannot block the app. */
export const useIsRehydrated = (): boolean => {
  const isHydrated = useSyncExternalStore(subscribe, areHydrated);
  const isTimeUp = useDelay(rehydrateTimeoutMs);
  return isHydrated || isTimeUp;
};
