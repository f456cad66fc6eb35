import type { Plugin } from 'vite';

const module = /\/react-router\/dist\/production\/chunk-.*\.mjs$/;
/** `var Form = React.forwardRef(…)`: a call, which might have effects for all that the build knows. */
const making = /^(var \w+ = )(\w+\.(?:forwardRef|memo)\()/gm;
/** `Form.displayName = "Form";`: writing to a component counts as using it. */
const naming = /^\w+\.displayName = "[^"]*";$/gm;

/**
 * Lets the build drop the components of the router that nothing uses: forms, prefetching and scroll restoration would be
 * a twentieth of the app's first load. Fails when a new version of the library writes its components in another way.
 */
export const lightRouter = (): Plugin => ({
  name: 'leadlight:light-router',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: module },
    handler(code, id) {
      const light = code.replace(naming, '').replace(making, '$1/* @__PURE__ */ $2');
      if (/\bforwardRef\(/.test(code) && light === code)
        this.error(`No components found in ${id}: look at scripts/vite/lightRouter.ts`);
      return { code: light, map: null };
    },
  },
});
