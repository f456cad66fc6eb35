import { Registry } from 'prom-client';

/**
 * The counters of this process. Global, like standard output, so that it need not be passed to every function that counts.
 */
export const processRegistry = new Registry();
