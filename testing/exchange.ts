import { connect } from 'node:net';
import type { Socket } from 'node:net';

export type Exchange = {
  socket: Socket;
  /** Everything that the server sent, once it has closed the connection. */
  ended: Promise<string>;
};

/** Sends raw bytes on a new connection. Only the server closes it. */
export const exchange = (origin: string, text: string): Exchange => {
  const { hostname, port } = new URL(origin);
  const socket = connect({ host: hostname, port: Number(port) });
  const ended = new Promise<string>((resolve) => {
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    // A reset is an end too: the server closed while data was in transit.
    socket.on('error', () => socket.destroy());
    socket.once('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
  });
  socket.write(text);
  return { socket, ended };
};

/** Sends one byte per second until the server closes the connection. @returns everything that the server sent */
export const drip = async (origin: string, beginning: string, byte: string, everyMs = 1000): Promise<string> => {
  const { socket, ended } = exchange(origin, beginning);
  const timer = setInterval(() => socket.write(byte), everyMs);
  try {
    return await ended;
  } finally {
    clearInterval(timer);
  }
};

/** The statuses of many pipelined requests on one connection. nginx closes a connection after a thousand. */
export const pipeline = async (origin: string, request: string, count: number): Promise<number[]> => {
  const { socket, ended } = exchange(origin, `${request}\r\n`.repeat(count - 1));
  socket.write(request.replace('\r\n', '\r\nConnection: close\r\n') + '\r\n');
  return [...(await ended).matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));
};
