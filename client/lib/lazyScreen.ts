import { lazy } from 'react';
import type { ComponentType, LazyExoticComponent } from 'react';

const reloadedKey = 'leadlight:reloaded-for-new-version';

/**
 * A screen in a chunk of its own. After a new version was installed the old chunk names are gone: the first failure
 * reloads the page, which fetches the new names; a second one in a row reaches the error panel.
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
      // Without a network the page would be gone as well.
      if (!navigator.onLine || sessionStorage.getItem(reloadedKey) !== null) throw error;
      sessionStorage.setItem(reloadedKey, 'yes');
      window.location.reload();
      // The page is on its way out; nothing may be painted meanwhile.
      return new Promise<never>(() => undefined);
    }
  });
