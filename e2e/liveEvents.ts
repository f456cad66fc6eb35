import type { Locator, Page, WebSocket } from '@playwright/test';
import { socketPath } from '#shared/socketEvents.ts';

export type LiveEvent = { name: string; payload: unknown };

export type Live = {
  /** Queries of the handshakes, in order. */
  handshakes: URLSearchParams[];
  sent: LiveEvent[];
  received: LiveEvent[];
  /** Whether the current document has an open WebSocket. */
  isOpen: () => boolean;
};

/** Visible while the page is connected. */
export const isLive = (page: Page): Locator => page.locator('[data-socket-status=connected]');

/** Socket.IO sends an event as `42["name",payload]`. Polling joins several packets with a record separator. */
const eventsIn = (text: string): LiveEvent[] =>
  text.split('\u001E').flatMap((packet) => {
    const json = /^42\d*(\[.*)$/s.exec(packet)?.[1];
    if (json === undefined) return [];
    const [name, payload]: unknown[] = JSON.parse(json);
    return [{ name: String(name), payload }];
  });

const textOf = ({ payload }: { payload: string | Buffer }): string => String(payload);

/** Listens to the live connection of a page, which starts with polling and continues as a WebSocket. */
export const listenToLive = (page: Page): Live => {
  const sockets: WebSocket[] = [];
  const live: Live = {
    handshakes: [],
    sent: [],
    received: [],
    isOpen: () => sockets.some((socket) => !socket.isClosed()),
  };
  page.on('request', (request) => {
    // Playwright does not report the end of sockets when their document is left.
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) sockets.length = 0;
    const url = new URL(request.url());
    if (!url.pathname.startsWith(socketPath)) return;
    if (!url.searchParams.has('sid')) live.handshakes.push(url.searchParams);
    live.sent.push(...eventsIn(request.postData() ?? ''));
  });
  page.on('requestfinished', async (request) => {
    if (!new URL(request.url()).pathname.startsWith(socketPath)) return;
    // Responses and their bodies are lost when a page is left.
    const body = async (): Promise<string> => (await (await request.response())?.text()) ?? '';
    live.received.push(...eventsIn(await body().catch(() => '')));
  });
  page.on('websocket', (socket) => {
    if (!new URL(socket.url()).pathname.startsWith(socketPath)) return;
    sockets.push(socket);
    socket.on('framesent', (frame) => live.sent.push(...eventsIn(textOf(frame))));
    socket.on('framereceived', (frame) => live.received.push(...eventsIn(textOf(frame))));
  });
  return live;
};
