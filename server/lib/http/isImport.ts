import type { IncomingMessage } from 'node:http';

/** Without its contract, so that the web role does not load the contracts. */
export const importPath = '/api/meta-custom-leads';

/** Whether a request stores rows, which takes longer than other requests: a server that stops waits for its end. */
export const isImport = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && url.split('?')[0] === importPath;
