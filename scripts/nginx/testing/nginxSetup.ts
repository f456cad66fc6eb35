import { findNginx } from '#testing/nginx/findNginx.ts';

/** Finds or downloads nginx once, before several test files do so at the same time. */
export const setup = (): void => {
  findNginx();
};
