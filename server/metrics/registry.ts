import { Registry } from 'prom-client';

/**
 * What a process counts as it happens. There is one for the process, as there is one standard output: whoever counts
 * something does not have to be handed it.
 */
export const processRegistry = new Registry();
