import type { Env } from '#server/config/env.ts';

const loopbackOf: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

const originOf = (host: string, port: number): string =>
  `http://${loopbackOf[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;

type OwnOrigins = { site: string | null; api: string | null; settings: string | null };

/** Where the process of an environment can be reached on its own machine; null when it has no such listener. */
export const ownOrigins = ({ HOST, PORT, API_PORT, ROLES }: Env): OwnOrigins => {
  const hasWeb = ROLES.includes('web');
  // The API beside a web role listens on loopback only.
  const api = ROLES.includes('api') ? originOf(hasWeb ? '127.0.0.1' : HOST, API_PORT) : null;
  // A pure worker listens too, for its health checks.
  const settings = hasWeb ? api : originOf(HOST, API_PORT);
  return { api, settings, site: hasWeb ? originOf(HOST, PORT) : api };
};
