import { inject } from 'vitest';

export type Target = {
  /** nginx: all that the outside world sees. */
  url: string;
  /** The web role behind it, for attacks by which nginx's own limits would be hit first. */
  webUrl: string;
  /** The API role behind that. */
  apiUrl: string;
  sandboxUrl: string;
  dataDir: string;
};

declare module 'vitest' {
  interface ProvidedContext {
    target: Target;
  }
}

/** What is attacked. */
export const target: Target = inject('target');
