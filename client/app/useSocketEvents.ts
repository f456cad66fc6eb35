import { useEffect } from 'react';
import { logError } from '#client/lib/log.ts';
import { useUserId } from '#client/stores/userStore.ts';

/**
 * Keeps the live connection open while a person is signed in. Loaded after the first screen, because its data is fresh
 * anyway.
 */
export const useSocketEvents = (): void => {
  const userId = useUserId();
  useEffect(() => {
    if (userId === '') return undefined;
    let isOver = false;
    let close: (() => void) | undefined;
    const open = async (): Promise<void> => {
      const { followLiveEvents } = await import('./liveEvents.ts');
      if (!isOver) close = followLiveEvents(userId);
    };
    // Without the chunk, only live updates are missing until the next page load.
    open().catch((error: unknown) => logError('The live connection could not be loaded', error));
    return () => {
      isOver = true;
      close?.();
    };
  }, [userId]);
};
