import { Registry } from 'prom-client';

/**
 * The counters of this process. Like standard output, there is one per process, so callers need not pass it on.
 */
export const processRegistry = new Registry();
