import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { socketPath } from '#shared/socketEvents.ts';

export type RawSocket = {
  /** 101 if it was opened, otherwise the status of the refusal; 0 without a response. */
  status: Promise<number>;
  send(bytes: Uint8Array): void;
  /** Resolves when either side closes the connection. */
  closed: Promise<void>;
  destroy(): void;
};

/** A masked client frame. `opcode`: 1 text, 2 binary, 8 close, 9 ping. */
export const frameOf = (payload: string | Uint8Array, opcode = 1): Buffer => {
  const data = Buffer.from(payload);
  const head = data.length < 126 ? [data.length] : [126, data.length >> 8, data.length & 255];
  const long = Buffer.alloc(9, 127);
  if (data.length > 65_535) long.writeBigUInt64BE(BigInt(data.length), 1);
  const length = data.length > 65_535 ? long : Buffer.from(head);
  length[0] = (length[0] ?? 0) | 128;
  const mask = randomBytes(4);
  const masked = data.map((byte, index) => byte ^ (mask[index % 4] ?? 0));
  return Buffer.concat([Buffer.from([128 | opcode]), length, mask, masked]);
};

/** Opens a WebSocket that sends any bytes, valid or not. */
export const openRawSocket = (url: string, headers: Readonly<Record<string, string>> = {}, query = ''): RawSocket => {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const lines = {
    Host: `${hostname}:${port}`,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...headers,
  };
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${socketPath}/?EIO=4&transport=websocket${query} HTTP/1.1\r\n${head.join('')}\r\n`);
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
  });
  // The server may reset the connection after a broken frame.
  socket.on('error', () => socket.destroy());
  const status = new Promise<number>((resolve) => {
    socket.once('data', (chunk: Buffer) =>
      resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(chunk.toString('latin1'))?.[1] ?? 0)),
    );
    void closed.then(() => resolve(0));
  });
  socket.resume();
  return {
    status,
    send: (bytes) => {
      if (!socket.destroyed) socket.write(bytes);
    },
    closed,
    destroy: () => socket.destroy(),
  };
};
