import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import vike from 'vike/plugin';
import { defineConfig } from 'vite';
import { stripInjectedStyles } from './scripts/stripInjectedStyles.ts';

/** Build of the browser's code and of the server's rendering bundle (Vike): dist/client and dist/server. */
export default defineConfig({
  plugins: [vike(), react(), tailwindcss(), stripInjectedStyles()],
  build: {
    // The browsers that know light-dark(), which the design tokens are written with.
    target: ['chrome123', 'edge123', 'firefox128', 'safari17.5'],
    // A data: address would need an exception in the Content-Security-Policy for every kind of file.
    assetsInlineLimit: 0,
  },
});
