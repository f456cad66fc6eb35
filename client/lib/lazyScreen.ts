import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

const reloadedKey = 'leadlight:reloaded-for-new-version';

/** Loads a chunk, and waits while the browser is offline, when a failure does not mean that the chunk is gone. */
export const loadOnline = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load();
  } catch (error) {
    if (navigator.onLine) throw error;
    await new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));
    return loadOnline(load);
  }
};

/**
 * A screen, or a part of one, in its own chunk. A new version removes the old chunks, so the first failure reloads the
 * page to get the new file names. A second failure in a row shows the error panel.
 */
export const lazyScreen = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      const Screen = await loadOnline(load);
      sessionStorage.removeItem(reloadedKey);
      return { default: Screen };
    } catch (error) {
      if (sessionStorage.getItem(reloadedKey) !== null) throw error;
      sessionStorage.setItem(reloadedKey, 'yes');
      window.location.reload();
      // Never settles, so that nothing renders before the reload.
      return new Promise<never>(() => undefined);
    }
  });
