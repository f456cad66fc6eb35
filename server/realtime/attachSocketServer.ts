import type { Server as HttpServer } from 'node:http';
import { socketLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import type { SessionMember } from '#server/lib/http/Caller.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import { authenticateSocket } from './authenticateSocket.ts';
import type { AuthenticateToken } from './authenticateSocket.ts';
import type { AppSocket, SocketServer } from './createSocketServer.ts';
import { exportedPlatform, readExportRequest } from './exportMessages.ts';
import type { ExportRequest } from './exportMessages.ts';
import { createMessageBudget } from './messageBudget.ts';
import { workspaceRoom } from './rooms.ts';

export type SocketHandlers = {
  /** Starts an export for the person behind the socket. An AppError's text is sent back as `export_error`. */
  onExportRequest(caller: SessionMember, request: ExportRequest): Promise<void>;
};

type AttachOptions = {
  io: SocketServer;
  httpServer: HttpServer;
  authenticateToken: AuthenticateToken;
  handlers: SocketHandlers;
  logger: Logger;
  /** How often the session of an open socket is checked. */
  sessionCheckMs?: number;
};

const defaultSessionCheckMs = 5 * 60_000;

/** Opens the Socket.IO endpoint on the API's HTTP server. `closeSocketServer` ends both. */
export const attachSocketServer = ({
  io,
  httpServer,
  authenticateToken,
  handlers,
  logger,
  sessionCheckMs = defaultSessionCheckMs,
}: AttachOptions): void => {
  io.use((socket, next) => void authenticateSocket(io, authenticateToken, logger)(socket, next));

  const startExport = async (socket: AppSocket, event: string, payload: unknown): Promise<void> => {
    const platform = exportedPlatform(event);
    // Ignores `join_user` and unknown events: rooms are joined at the handshake only.
    if (platform === null) return;
    try {
      const request = readExportRequest(platform, socket.data.userId, payload);
      // The session may have ended or moved to another workspace since the handshake.
      await handlers.onExportRequest(await authenticateToken(socket.data.token), request);
    } catch (error) {
      if (!(error instanceof AppError)) logger.error({ area: 'sockets', event, err: error }, 'an export event failed');
      socket.emit('export_error', {
        message: error instanceof AppError ? error.userMessage : messages.server.unexpected,
      });
    }
  };

  const checkSession = async (socket: AppSocket): Promise<void> => {
    try {
      const { workspaceId } = await authenticateToken(socket.data.token);
      // The message that moves the socket was lost: a new handshake joins the right rooms.
      if (!socket.rooms.has(workspaceRoom(workspaceId))) socket.disconnect(true);
    } catch (error) {
      // A brief database outage must not disconnect anyone.
      if (error instanceof AppError && error.status === 401) socket.disconnect(true);
      else logger.error({ area: 'sockets', err: error }, 'a session behind a socket could not be checked');
    }
  };

  const watchSession = (socket: AppSocket): void => {
    const timer = setInterval(() => void checkSession(socket), sessionCheckMs);
    timer.unref();
    socket.once('disconnect', () => clearInterval(timer));
  };

  io.on('connection', (socket) => {
    const { userId } = socket.data;
    watchSession(socket);
    const budget = createMessageBudget(socketLimits.messagesPerMinute);
    socket.onAny((event: string, payload: unknown) => {
      const fit = budget.take(Date.now());
      if (fit === 'fits') void startExport(socket, event, payload);
      else if (fit === 'first-too-many') {
        logger.warn({ area: 'sockets', userId }, 'a socket sends too much');
        socket.emit('export_error', { message: messages.auth.tooManyAttempts });
      }
    });
    socket.on('error', (error) => logger.warn({ area: 'sockets', userId, err: error }, 'a socket reported an error'));
  });

  io.attach(httpServer);
  io.engine.on('connection_error', (error: { code: number; message: string }) =>
    logger.debug({ area: 'sockets', fault: error.code }, error.message),
  );
};
