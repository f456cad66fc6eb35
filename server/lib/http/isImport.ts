import type { IncomingMessage } from 'node:http';

/** Repeated here so that the web role does not load the contracts. */
export const importPath = '/api/meta-custom-leads';

/** Whether a request imports rows. Imports take longer than other requests, so a stopping server waits for them. */
export const isImport = ({ method, url = '' }: IncomingMessage): boolean =>
  method === 'POST' && url.split('?')[0] === importPath;
