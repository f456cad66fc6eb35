import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

export type StandIn = {
  /** The module that imports, by its path. */
  importer: RegExp;
  /** As the importer spells it. */
  source: string;
  /** Our module, from the root of the project. */
  module: string;
};

/** In the browser's build, puts modules of ours in place of parts of libraries that this app never uses. */
export const standIn = (name: string, standIns: readonly StandIn[]): Plugin => ({
  name: `leadlight:${name}`,
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: (environment) => environment.name === 'client',
  resolveId: {
    filter: { id: /^\.\.?\/[\w./-]+\.m?js$/ },
    handler: (source, importer = '') => {
      const found = standIns.find((each) => each.source === source && each.importer.test(importer));
      return found ? fileURLToPath(new URL(`../../${found.module}`, import.meta.url)) : null;
    },
  },
});
