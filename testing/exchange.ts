import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type Exchange = {
  socket: Socket;
  /** All that the other side said, once it has ended the connection. */
  ended: Promise<string>;
};

/** Bytes as they are on a connection of their own. Only the other side ends it. */
export const exchange = (origin: string, text: string): Exchange => {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const ended = new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A reset is an end too: the other side closed while something was still on its way.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
  socket.write(text);
  return { socket, ended };
};

/** Sends one more byte each second until the connection is ended, and answers what was said before. */
export const drip = async (origin: string, beginning: string, byte: string, everyMs = 1000): Promise<string> => {
  const { socket, ended } = exchange(origin, beginning);
  const timer = setInterval(() => socket.write(byte), everyMs);
  try {
    return await ended;
  } finally {
    clearInterval(timer);
  }
};

/** The statuses of many requests in one go on one connection; nginx ends it after a thousand. */
export const pipeline = async (origin: string, request: string, count: number): Promise<number[]> => {
  const { socket, ended } = exchange(origin, `${request}\r\n`.repeat(count - 1));
  socket.write(request.replace('\r\n', '\r\nConnection: close\r\n') + '\r\n');
  return [...(await ended).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
};
