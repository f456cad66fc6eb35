import { inject } from 'vitest';

export type Target = {
  /** nginx, the only public address. */
  url: string;
  /** The web role behind it, for attacks that nginx's own limits would stop first. */
  webUrl: string;
  /** The API role behind the web role. */
  apiUrl: string;
  sandboxUrl: string;
  dataDir: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    target: Target;
  }
}

/** The product under attack. */
export const target: Target = inject('target');
