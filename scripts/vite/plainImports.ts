import type { Plugin } from 'vite';

/**
 * Imports chunks as they are. Vite would wrap each dynamic import so that it fetches the chunk's own imports and styles
 * ahead, with the names of them all in the first load. The styles are in one file here, and the web server names a
 * screen's chunks in the header of its page, which is earlier still.
 */
export const plainImports = (): Plugin => ({
  name: 'leadlight:plain-imports',
  apply: 'build',
  enforce: 'pre',
  load: {
    filter: { id: /vite\/preload-helper/ },
    handler: () => 'export const __vitePreload = (load) => load();',
  },
});
