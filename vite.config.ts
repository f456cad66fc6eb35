import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { precompress } from './scripts/vite/precompress.ts';
import { quietBuild } from './scripts/vite/quietBuild.ts';

/** Builds the client and the server's rendering bundle (Vike) into dist/client and dist/server. */
export default defineConfig({
  // Vite minifies the styles, so Tailwind's own minifier only adds time and a second copy of each warning.
  plugins: [vike(), react(), tailwindcss({ optimize: false }), precompress(), quietBuild()],
  build: {
    // The first versions with light-dark(), which the design tokens need.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // A data: URL would need an exception in the Content-Security-Policy for every kind of file.
    assetsInlineLimit: 0,
    // The web server preloads a screen's chunks with a Link header, which is earlier.
    modulePreload: false,
  },
  // Workers load the reader of workbooks on demand.
  worker: { format: 'es' },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Drops the style element that sonner adds on import: the Content-Security-Policy would block it, and
          // client/styles/app.css imports the same styles.
          treeshake: {
            manualPureFunctions: ['__insertCSS'],
            // Texts that a screen does not show would be loaded with the index of all texts.
            moduleSideEffects: [{ test: /\/shared\/messages/, sideEffects: false }],
          },
          output: {
            codeSplitting: {
              // One chunk for modules that many screens share, without large ones of some screens. Otherwise, a screen has up to 73 chunks, and its Link header exceeds
              // nginx's default limit of 4 KB.
              groups: [
                {
                  name: 'parts',
                  test: /\/client\/(?:components(?!\/tables\/DataTable)|lib(?!\/address\/\w+Address)|stores|platforms)\/|\/lucide-react\/|\/shared\/(?:leadLists|workspaceRoles)\.ts/,
                  minShareCount: 5,
                },
              ],
            },
          },
        },
      },
    },
  },
});
