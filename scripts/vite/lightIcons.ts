import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ours = fileURLToPath(new URL('../../client/lib/createIcon.ts', import.meta.url));
/** The shapes stand in one line or in several, with the icon's former names behind them. */
const data =
  /const __iconData = \{[^]*?\bnode: (\[\[.*\]\]|\[\n[^]*?\n {2}\])(?:,\n {2}aliases: \[[^]*?\])?\n\};\n__iconData\.node;\n/;
/** Each shape has a key of random letters, which hardly compress. */
const key = /,? key: "\w+"/g;

/**
 * Leaves of lucide's icons their shapes, and gives them a small maker of our own in the browser's build; see there. Fails
 * when a new version of the library writes its icons in another way.
 */
export const lightIcons = (): Plugin => ({
  name: 'leadlight:light-icons',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  resolveId: {
    filter: { id: /\/createLucideIcon\.mjs$/ },
    handler: () => ours,
  },
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/icons\/[\w-]+\.mjs$/, code: /createLucideIcon\(/ },
    handler(code, id) {
      const shapes = data.exec(code)?.[1];
      if (shapes === undefined) this.error(`No shapes found in ${id}: look at scripts/vite/lightIcons.ts`);
      const light = code
        .replace(data, '')
        .replace('createLucideIcon(__iconData)', `/* @__PURE__ */ createLucideIcon(${shapes.replace(key, '')})`)
        .replace('export { __iconData,', 'export {');
      return { code: light, map: null };
    },
  },
});
