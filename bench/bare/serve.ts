import type { Server } from 'node:http';

/**
 * For the files of this folder: waits for the settings of `startBare`, listens on loopback and tells the port. What the
 * settings are is between the file and the benchmark that starts it.
 */
export const serve = (create: (settings: never) => Server): void => {
  process.once('message', ({ settings }: { settings: never }) => {
    const server = create(settings).listen(0, '127.0.0.1', () => {
      const address = server.address();
      process.send?.({ port: typeof address === 'object' && address ? address.port : 0 });
    });
  });
  // The process that started this server has ended.
  process.once('disconnect', () => process.exit(0));
};
