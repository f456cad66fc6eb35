import { findNginx } from '#testing/nginx/findNginx.ts';

/** Sees to nginx once, before several test files look for it at the same time. */
export const setup = (): void => {
  findNginx();
};
