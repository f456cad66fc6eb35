import type { Plugin, Rolldown } from 'vite';

/** The entries that pages name in their HTML. */
const usedEntry = /\/client\/pages\/(?:\w+\/)?\+client\.tsx?$/;

const isUsedEntry = (file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk =>
  file.type === 'chunk' && file.isEntry && usedEntry.test(file.facadeModuleId ?? '');

/**
 * Drops the entries that Vike builds to hydrate pages in the browser, with what only they import. Nothing loads them:
 * public pages have a small script of their own, and the app starts itself in its shell.
 */
export const dropUnusedEntries = (): Plugin => ({
  name: 'leadlight:drop-unused-entries',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const used = new Set<string>();
      const keep = (fileName: string): void => {
        const file = bundle[fileName];
        if (file?.type !== 'chunk' || used.has(fileName)) return;
        used.add(fileName);
        [...file.imports, ...file.dynamicImports].forEach(keep);
      };
      for (const file of Object.values(bundle)) if (isUsedEntry(file)) keep(file.fileName);
      if (used.size === 0) this.error('No entry of a page was found: look at scripts/vite/dropUnusedEntries.ts');
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && !used.has(file.fileName)) delete bundle[file.fileName];
    },
  },
});
