import { createServer } from 'node:net';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';

/** A port that this process will listen on, and the setting that chooses it. */
export type NeededPort = { setting: 'PORT' | 'API_PORT' | 'SANDBOX_PORT'; host: string; port: number };

const explain = ({ setting, host, port }: NeededPort, code: string | undefined): string | null => {
  if (code === 'EADDRINUSE') return `Port ${port} is taken: set ${setting} to a free one.`;
  if (code === 'EACCES')
    return `Port ${port} needs rights that this user does not have: set ${setting} to one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `This machine does not have the address ${host}: set HOST to one of its own.`;
  return null;
};

/**
 * Listens on all ports at once for a moment, before the start changes anything.
 * @throws StartRefusedError with a line for each port that cannot be used
 */
export const requirePorts = async (needed: readonly NeededPort[]): Promise<void> => {
  const attempts = await Promise.all(
    needed.map(async (each) => {
      const server = createServer();
      const fault = await new Promise<string | null>((resolve, reject) => {
        server.once('error', (error: NodeJS.ErrnoException) => {
          const text = explain(each, error.code);
          if (text === null) reject(error);
          else resolve(text);
        });
        server.listen(each.port, each.host, () => resolve(null));
      });
      return { server, fault };
    }),
  );
  const listening = attempts.filter(({ server }) => server.listening);
  await Promise.all(listening.map(({ server }) => new Promise((resolve) => server.close(resolve))));
  const faults = new Set(attempts.flatMap(({ fault }) => fault ?? []));
  if (faults.size > 0) throw new StartRefusedError([...faults].join('\n'));
};
