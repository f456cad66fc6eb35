import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query holds, kept up to date. */
export const useMediaQuery = (query: string): boolean => {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

/** Below the width at which the sidebar stands beside the content; the same border as Tailwind's `md`. */
export const useIsPhone = (): boolean => useMediaQuery('not all and (min-width: 48rem)');
