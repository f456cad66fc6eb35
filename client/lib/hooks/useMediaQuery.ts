import { useCallback, useSyncExternalStore } from 'react';

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

/** Whether the window is too narrow for a sidebar next to the content. The limit is Tailwind's `md`. */
export const useIsPhone = (): boolean => useMediaQuery('not all and (min-width: 48rem)');

/** Whether the window is too narrow for a table. The limit is Tailwind's `sm`. */
export const useIsNarrow = (): boolean => useMediaQuery('not all and (min-width: 40rem)');

/** Whether the window has room for one row of tools only: a phone, also across, or a window at 200 % zoom. */
export const useIsCompact = (): boolean => useMediaQuery('not all and (min-width: 40rem) and (min-height: 30rem)');
