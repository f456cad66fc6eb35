import type { Plugin } from 'vite';

/** Libraries that add a <style> element when they are imported, with the call that does it. */
const injectors = [
  {
    module: /\/sonner\/dist\/index\.mjs$/,
    call: /^__insertCSS\((?:"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`)\);?$/gm,
  },
];

/**
 * Removes style injection from the build: the Content-Security-Policy blocks it, and `client/styles/app.css` imports the
 * library's stylesheet instead. Fails when a new version of the library injects in another way.
 */
export const stripInjectedStyles = (): Plugin => ({
  name: 'leadlight:strip-injected-styles',
  apply: 'build',
  transform(code, id) {
    const injector = injectors.find(({ module }) => module.test(id.split('?')[0] ?? id));
    if (!injector) return null;
    const stripped = code.replace(injector.call, '');
    if (stripped === code) this.error(`No style injection found in ${id}: look at scripts/vite/stripInjectedStyles.ts`);
    return { code: stripped, map: null };
  },
});
