import type { Env } from '#server/config/env.ts';

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/** A local install is reachable under three names. */
const withLoopbackNames = (origin: string): string[] => {
  const { protocol, hostname, port } = new URL(origin);
  if (!loopbackNames.includes(hostname)) return [origin];
  return loopbackNames.map((name) => `${protocol}//${name}${port ? `:${port}` : ''}`);
};

/** Whether a page of this origin may open sockets. Only browsers send an origin, and only browsers can be tricked. */
export const isAllowedOrigin = (env: Pick<Env, 'SOCKET_ORIGINS' | 'PUBLIC_URL'>, origin: string | undefined): boolean =>
  origin === undefined || (env.SOCKET_ORIGINS ?? withLoopbackNames(env.PUBLIC_URL)).includes(origin);
