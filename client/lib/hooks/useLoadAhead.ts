import { useEffect } from 'react';
import { loadOnline } from '#client/lib/lazyScreen.ts';
import { logError } from '#client/lib/log.ts';

/** Loads a chunk after the screen and before its use, so that it opens at once, also offline. */
export const useLoadAhead = (load: () => Promise<unknown>): void =>
  useEffect(() => {
    loadOnline(load).catch((error: unknown) => logError('A part of the screen could not be loaded ahead', error));
  }, [load]);
