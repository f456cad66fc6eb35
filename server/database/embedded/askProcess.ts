import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { lockPathOf } from './folderLock.ts';

/** What the process that works on a folder has answered; what it has made ready is there until `hangUp`. */
export type ProcessAnswer = {
  answer: unknown;
  /** Aborts when the process hangs up by itself: it stops, and takes back what it gave. */
  lost: AbortSignal;
  hangUp(): void;
};

/**
 * Asks the process that works on `folder` for something.
 * @throws when nobody listens, or it hangs up without an answer
 */
export const askProcess = async (folder: string, name: string): Promise<ProcessAnswer> => {
  const socket = connect(lockPathOf(folder));
  await once(socket, 'connect');
  const lost = new AbortController();
  socket.on('error', () => {}).once('close', () => lost.abort(new Error('Leadlight was stopped meanwhile')));
  socket.write(`${name}\n`);
  for await (const line of createInterface(socket)) {
    const answer: unknown = JSON.parse(line);
    return { answer, lost: lost.signal, hangUp: () => socket.destroy() };
  }
  throw new Error('Leadlight hung up without an answer');
};
