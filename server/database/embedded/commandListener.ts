import type { Socket } from 'node:net';

/**
 * Does what was asked for. It tells the asker with `reply`, a line of JSON, and what it has made ready is needed until `signal`
 * aborts: when the asker hangs up, or the process stops.
 */
export type FolderCommand = (reply: (answer: object) => void, signal: AbortSignal) => Promise<void>;

/** Names are short; whoever says nothing for a while wants nothing. */
const nameLimit = 64;
const sayItWithinMs = 2_000;

/** The first line that comes; null when there is none in time, or it is too long. */
const readName = (socket: Socket): Promise<string | null> =>
  new Promise((resolve) => {
    let text = '';
    const end = (name: string | null) => {
      socket.setTimeout(0);
      socket.off('data', onData);
      resolve(name);
    };
    const onData = (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const lineEnd = text.indexOf('\n');
      if (lineEnd !== -1) end(text.slice(0, lineEnd));
      else if (text.length > nameLimit) end(null);
    };
    socket.setTimeout(sayItWithinMs, () => end(null));
    socket.on('data', onData).once('close', () => end(null));
  });

/**
 * Takes connections of programs that ask this process for something by a name, one at a time. Who may connect is up to the
 * folder of the socket: its owner alone.
 */
export const createCommandListener = () => {
  let commands: Readonly<Record<string, FolderCommand>> = {};
  const open = new Set<Socket>();
  let running: Promise<void> | null = null;
  let isClosed = false;

  const serve = async (socket: Socket): Promise<void> => {
    const name = await readName(socket);
    const command = name !== null && Object.hasOwn(commands, name) ? commands[name] : undefined;
    const reply = (answer: object) => {
      if (socket.writable) socket.write(`${JSON.stringify(answer)}\n`);
    };
    if (!command || socket.destroyed) return;
    if (running) {
      reply({ refused: 'busy' });
      return;
    }
    const hungUp = new AbortController();
    socket.once('close', () => hungUp.abort());
    running = command(reply, hungUp.signal);
    try {
      await running;
    } finally {
      running = null;
    }
  };

  return {
    accept: (socket: Socket): void => {
      open.add(socket);
      // Who only looks whether somebody answers hangs up at once.
      socket.on('error', () => {}).once('close', () => open.delete(socket));
      if (isClosed) {
        socket.destroy();
        return;
      }
      void serve(socket).finally(() => socket.end(() => socket.destroySoon()));
    },
    answer: (known: Readonly<Record<string, FolderCommand>>): void => {
      commands = known;
    },
    /** Hangs up on everybody, also on who comes later, and waits until what runs has put away what it had made. */
    close: async (): Promise<void> => {
      isClosed = true;
      commands = {};
      for (const socket of open) socket.destroy();
      await running;
    },
  };
};
