import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const require = createRequire(import.meta.url);
const libraries = ['react', 'react/jsx-runtime', 'react-dom', 'react-dom/client'];
const prefix = '\0react-exports:';

const exportNames = (library: string): string[] => {
  const exported: unknown = require(library);
  if (typeof exported !== 'object' || exported === null) return [];
  return Object.keys(exported).filter((name) => /^\w+$/.test(name));
};

/**
 * Gives the browser's build React as an ES module. React is published as CommonJS: every chunk would unwrap it again and
 * call `(0, react.useState)()` by its full name. With real exports the build shortens those names too (2 KB).
 */
export const reactExports = (): Plugin => ({
  name: 'leadlight:react-exports',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: /^react(?:-dom)?(?:\/|$)/ },
    // React's own parts `require` each other, and need the object itself.
    handler: (source, importer, { kind }) =>
      kind === 'import-statement' && libraries.includes(source) && importer?.startsWith(prefix) !== true
        ? prefix + source
        : null,
  },
  load: {
    filter: { id: /^\0react-exports:/ },
    handler(id) {
      const library = id.slice(prefix.length);
      const names = exportNames(library);
      if (names.length === 0) this.error(`${library} exports nothing: look at scripts/vite/reactExports.ts`);
      return [
        `import library from '${library}';`,
        ...names.map((name) => `export const ${name} = /* @__PURE__ */ (() => library.${name})();`),
        'export default library;',
      ].join('\n');
    },
  },
});
