import { startSandbox } from './sandbox.ts';

/* Runs the sandbox as a separate process on a free port. Sends its parent the environment that points at the sandbox. */

const sandbox = await startSandbox({ port: 0 });
process.send?.({ url: sandbox.url, environment: sandbox.environment });
process.once('disconnect', () => process.exit(0));
