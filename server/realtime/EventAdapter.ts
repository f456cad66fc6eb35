import { PostgresAdapter } from '@socket.io/postgres-adapter';
import type { Pool } from 'pg';
import type { Namespace } from 'socket.io';
import type { Logger } from '#server/lib/logging/logger.ts';
import { createNotifier } from './createNotifier.ts';
import type { Notifier } from './createNotifier.ts';
import { createRecentHints } from './recentHints.ts';

/** An open database. */
export type EventDatabase = {
  pool: Pool;
  listener: {
    listen(
      channel: string,
      onNotification: (payload: string) => void,
      onReconnect: () => void,
    ): Promise<{ close(): Promise<void> }>;
  };
};

type Options = EventDatabase & { logger: Logger };
type LibraryClient = ConstructorParameters<typeof PostgresAdapter>[2];
type Message = Parameters<PostgresAdapter['onMessage']>[0];

const hasEvent = (packet: unknown): packet is { data: unknown[] } =>
  typeof packet === 'object' && packet !== null && 'data' in packet && Array.isArray(packet.data);

/** The channel that carries a namespace's events between processes. */
export const channelOf = (namespace: string): string => `socket.io#${namespace}`;

/**
 * The library's adapter, with messages sent through our connections: in the order of their events, and received on the
 * listening connection. The library's own client sends each message on any pool connection, so that messages overtake
 * each other.
 *
 * Sends a new socket the hints since its page was opened: a page reads its data before its socket is open, and would miss
 * a change between the two.
 */
export class EventAdapter extends PostgresAdapter {
  readonly #notifier: Notifier;
  readonly #listening: ReturnType<EventDatabase['listener']['listen']>;

  constructor(namespace: Namespace, { pool, listener, logger }: Options) {
    const channel = channelOf(namespace.name);
    const notifier = createNotifier(pool, channel);
    const report = (err: unknown): void =>
      logger.error({ area: 'sockets', err }, 'sockets of other instances could not be reached');
    const recentHints = createRecentHints();
    const remember = (message: Message): void => {
      if (!('data' in message) || !('packet' in message.data) || !('opts' in message.data)) return;
      if (hasEvent(message.data.packet)) recentHints.remember(message.data.packet.data, message.data.opts.rooms);
    };
    const publish = (message: Message): Promise<void> => {
      remember(message);
      return notifier.notify(JSON.stringify(message)).catch(report);
    };
    super(namespace, {}, { publish } as unknown as LibraryClient);
    this.#notifier = notifier;
    const receive = (payload: string): void => {
      const message: Message = JSON.parse(payload);
      if (message.uid === this.uid) return;
      remember(message);
      this.onMessage(message);
    };
    // Events sent without the connection are lost, including ends of sessions. New handshakes check the sessions, and
    // clients reload what they missed.
    const reopenSockets = (): void => {
      for (const { conn } of namespace.sockets.values()) conn.close();
    };
    this.#listening = listener.listen(channel, receive, reopenSockets);
    namespace.on('connection', (socket) => {
      const openForMs: unknown = socket.handshake.auth['openForMs'];
      if (typeof openForMs !== 'number') return;
      for (const [event, payload] of recentHints.of(socket.rooms, openForMs)) socket.emit(event, payload);
    });
  }

  /** Resolves after the last events are sent, so that the pool can be closed. */
  async settle(): Promise<void> {
    await this.#notifier.close();
    await (await this.#listening).close();
  }
}
