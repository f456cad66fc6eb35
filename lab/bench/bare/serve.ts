import type { Server } from 'node:http';

/**
 * Runs a server of this folder: waits for the settings from `startBare`, listens on loopback and reports the port. Each
 * file defines its own settings.
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
