import type { Page, WebSocket } from '@playwright/test';
import { socketPath } from '#shared/socketEvents.ts';

export type LiveEvent = { name: string; payload: unknown };

export type Live = {
  /** Queries of the handshakes, in order. */
  handshakes: URLSearchParams[];
  sent: LiveEvent[];
  received: LiveEvent[];
  /** Whether a web socket of the present document stands. */
  isOpen: () => boolean;
};

/** Packets of Socket.IO that carry an event look like `42["name",payload]`; requests join several by a record separator. */
const eventsIn = (text: string): LiveEvent[] =>
  text.split('\u001E').flatMap((packet) => {
    const json = /^42\d*(\[.*)$/s.exec(packet)?.[1];
    if (json === undefined) return [];
    const [name, payload]: unknown[] = JSON.parse(json);
    return [{ name: String(name), payload }];
  });

const textOf = ({ payload }: { payload: string | Buffer }): string => String(payload);

/** Listens to the live connection of a page: it begins with plain requests and goes on as a web socket. */
export const listenToLive = (page: Page): Live => {
  const sockets: WebSocket[] = [];
  const live: Live = {
    handshakes: [],
    sent: [],
    received: [],
    isOpen: () => sockets.some((socket) => !socket.isClosed()),
  };
  page.on('request', (request) => {
    // Nobody reports the end of a document's sockets when the document itself is left.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) sockets.length = 0;
    const url = new URL(request.url());
    if (!url.pathname.startsWith(socketPath)) return;
    if (!url.searchParams.has('sid')) live.handshakes.push(url.searchParams);
    live.sent.push(...eventsIn(request.postData() ?? ''));
  });
  page.on('requestfinished', async (request) => {
    if (!new URL(request.url()).pathname.startsWith(socketPath)) return;
    const response = await request.response();
    // A page that is left takes the bodies of its answers along.
    live.received.push(...eventsIn((await response?.text().catch(() => '')) ?? ''));
  });
  page.on('websocket', (socket) => {
    if (!new URL(socket.url()).pathname.startsWith(socketPath)) return;
    sockets.push(socket);
    socket.on('framesent', (frame) => live.sent.push(...eventsIn(textOf(frame))));
    socket.on('framereceived', (frame) => live.received.push(...eventsIn(textOf(frame))));
  });
  return live;
};
