import { Gauge, collectDefaultMetrics } from 'prom-client';
import { productVersion } from '#server/lib/productVersion.ts';
import { processRegistry } from './registry.ts';

const build = new Gauge({
  name: 'leadlight_build_info',
  help: 'Always 1: which version runs here, on which Node, in which roles.',
  labelNames: ['version', 'node', 'roles'],
  registers: [processRegistry],
});

let isCollecting = false;

/** Processor, memory, garbage and event loop of this process, under the names that every Node program gives them. */
export const collectProcessFigures = (roles: readonly string[]): void => {
  build.reset();
  build.set({ version: productVersion, node: process.versions.node, roles: roles.join(',') }, 1);
  // A process has one event loop, however many servers a test starts in it.
  if (isCollecting) return;
  isCollecting = true;
  collectDefaultMetrics({ register: processRegistry });
};
