import { startSandbox } from './sandbox.ts';

/* The outside services as a process of their own, on a free port. Tells its parent the environment that points at them. */

const sandbox = await startSandbox({ port: 0 });
process.send?.({ url: sandbox.url, environment: sandbox.environment });
process.once('disconnect', () => process.exit(0));
