import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

const reloadedKey = 'leadlight:reloaded-for-new-version';

/**
 * A screen in its own chunk. A new version removes the old chunks, so the first failure reloads the page to get the new
 * file names. A second failure in a row shows the error panel.
 */
export const lazyScreen = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> =>
  lazy(async () => {
    try {
      const Screen = await load();
      sessionStorage.removeItem(reloadedKey);
      return { default: Screen };
    } catch (error) {
      // Offline, a reload would lose the page as well.
      if (!navigator.onLine || sessionStorage.getItem(reloadedKey) !== null) throw error;
      sessionStorage.setItem(reloadedKey, 'yes');
      window.location.reload();
      // Never settles, so that nothing renders before the reload.
      return new Promise<never>(() => undefined);
    }
  });
