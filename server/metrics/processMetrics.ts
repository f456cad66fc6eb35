import { Counter, Gauge, collectDefaultMetrics } from 'prom-client';
import { countLostLines } from '#server/lib/logging/logDestination.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import { processRegistry } from './registry.ts';

const build = new Gauge({
  name: 'leadlight_build_info',
  help: 'Always 1; the labels are the version, the Node version and the roles.',
  labelNames: ['version', 'node', 'roles'],
  registers: [processRegistry],
});

let isCollecting = false;

/** CPU, memory, garbage collection and event loop, under the standard names for Node programs. */
export const collectProcessMetrics = (roles: readonly string[]): void => {
  build.reset();
  build.set({ version: productVersion, node: process.versions.node, roles: roles.join(',') }, 1);
  // A test can start several servers in one process.
  if (isCollecting) return;
  isCollecting = true;
  // oxlint-disable-next-line no-new -- the counter registers itself
  new Counter({
    name: 'leadlight_log_lines_lost_total',
    help: 'Lines of the log that could not be written, as on a full disk.',
    registers: [processRegistry],
    collect() {
      this.reset();
      this.inc(countLostLines());
    },
  });
  collectDefaultMetrics({ register: processRegistry });
};
