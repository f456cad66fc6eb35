import { messages } from '#shared/messages.ts';
import type { Caller } from '#server/lib/http/Caller.ts';
import { AppError, sessionExpired, tooManyAttempts, workspaceChanged } from '#server/lib/failures/errors.ts';
import type { Logger } from '#server/lib/logging/logger.ts';
import type { AppSocket, SocketServer } from './createSocketServer.ts';
import { roomsOf, sessionRoom, userRoom } from './rooms.ts';

/**
 * Finds the owner of a session token.
 * @throws AppError 401 without a valid session
 */
export type AuthenticateToken = (token: string) => Promise<Caller>;

/** Limit of sockets per person and instance; every open tab has one. */
export const socketsPerUser = 20;

/** Sent to the client as `connect_error`: `message` for people, `data.code` for programs. */
class HandshakeError extends Error {
  override readonly name = 'HandshakeError';
  readonly data: { code: string };

  constructor({ userMessage, code }: AppError) {
    super(userMessage);
    this.data = { code };
  }
}

const readText = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/**
 * Handshake: the token in `auth.token` proves the identity, and `userId` in the query must match it. A refusal reaches
 * the client as `connect_error` with a readable message.
 */
export const authenticateSocket =
  (io: SocketServer, authenticateToken: AuthenticateToken, logger: Logger) =>
  async (socket: AppSocket, next: (error?: Error) => void): Promise<void> => {
    try {
      const { auth, query } = socket.handshake;
      const token = readText(auth['token']);
      if (token === null) throw sessionExpired();
      const caller = await authenticateToken(token);
      if (readText(query['userId']) !== caller.userId)
        throw new AppError(403, 'FORBIDDEN', messages.auth.sessionMismatch);
      if ((io.sockets.adapter.rooms.get(userRoom(caller.userId))?.size ?? 0) >= socketsPerUser)
        throw tooManyAttempts(60);
      Object.assign(socket.data, { ...caller, token });
      // Join before checking the count, so that simultaneous sockets cannot all pass the limit.
      void socket.join([userRoom(caller.userId), sessionRoom(caller.tokenHash), ...roomsOf(caller)]);
      // This socket misses a move or end of the session that happened just before the join.
      const joined = await authenticateToken(token);
      if (joined.workspaceId !== caller.workspaceId) throw workspaceChanged();
      next();
    } catch (error) {
      if (!(error instanceof AppError))
        logger.error({ area: 'sockets', err: error }, 'a socket could not be authenticated');
      next(
        new HandshakeError(
          error instanceof AppError ? error : new AppError(500, 'UNEXPECTED', messages.server.unexpected),
        ),
      );
    }
  };
