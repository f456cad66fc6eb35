import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { precompress } from './scripts/vite/precompress.ts';

/** Build of the browser's code and of the server's rendering bundle (Vike): dist/client and dist/server. */
export default defineConfig({
  plugins: [vike(), react(), tailwindcss(), precompress()],
  build: {
    // The browsers that know light-dark(), which the design tokens are written with.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // A data: address would need an exception in the Content-Security-Policy for every kind of file.
    assetsInlineLimit: 0,
    // The web server names a screen's chunks in the Link header of its page, which is earlier.
    modulePreload: false,
  },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          // Drops the style element that sonner adds when it is imported. The Content-Security-Policy would block that
          // element, and client/styles/app.css imports the same styles.
          treeshake: { manualPureFunctions: ['__insertCSS'] },
          output: {
            codeSplitting: {
              // One chunk for what many screens share. Without it a screen has up to 73 chunks, and a Link header that
              // does not fit into the 4 KB that nginx takes by default.
              groups: [{ name: 'parts', test: /\/client\/(?:components|lib)\/|\/lucide-react\//, minShareCount: 6 }],
            },
          },
        },
      },
    },
  },
});
