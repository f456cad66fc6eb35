import type { Request, RequestHandler, Response } from 'express';
import type { PlatformId } from '#shared/platforms.ts';

export const faultKinds = [
  '429',
  '500',
  'timeout',
  'reset',
  'truncated',
  'slow',
  'timeout-after-commit',
  'expired-token',
  'revoked',
  'missing-scope',
  'permission',
] as const;

export type FaultKind = (typeof faultKinds)[number];

/** Kinds that a service answers with its own error. Other kinds affect the connection. */
export type AnsweredFaultKind = Exclude<FaultKind, 'timeout' | 'reset' | 'truncated' | 'slow' | 'timeout-after-commit'>;

/** An ordered failure of the provider's next `count` calls whose path contains `path`. */
export type Fault = {
  provider: PlatformId;
  path?: string;
  kind: FaultKind;
  count: number;
  retryAfterSeconds?: number;
  delayMs?: number;
};

export type Faults = ReturnType<typeof createFaults>;

export const createFaults = () => {
  let ordered: Fault[] = [];
  return {
    order(fault: Fault): void {
      ordered.push({ ...fault });
    },
    /** Takes the oldest ordered fault that matches the call. */
    take(provider: PlatformId, path: string): Fault | undefined {
      const fault = ordered.find((each) => each.provider === provider && path.includes(each.path ?? ''));
      if (!fault) return undefined;
      fault.count -= 1;
      ordered = ordered.filter((each) => each.count > 0);
      return fault;
    },
    list: (): readonly Fault[] => ordered,
    clear(): void {
      ordered = [];
    },
  };
};

/** Sends the provider's real error for an ordered fault, with status, headers and body. */
export type AnswerFault = (kind: AnsweredFaultKind, fault: Fault, request: Request, response: Response) => void;

/** Default delay of a `slow` call. */
const defaultSlowMs = 2_000;

/**
 * Collects a handler's whole response instead of sending it. `sendPart` sends the head and some bytes, then cuts the
 * connection.
 */
const interceptAnswer = (
  response: Response,
  whenAnswered: (body: Buffer, sendPart: (bytes: Buffer) => void) => void,
): void => {
  const parts: Buffer[] = [];
  const write = response.write.bind(response);
  const keep = (chunk: unknown): void => {
    if (typeof chunk === 'string') parts.push(Buffer.from(chunk));
    else if (chunk instanceof Uint8Array) parts.push(Buffer.from(chunk));
  };
  response.write = (chunk: unknown) => {
    keep(chunk);
    return true;
  };
  response.end = (chunk?: unknown) => {
    keep(chunk);
    whenAnswered(Buffer.concat(parts), (bytes) => {
      write(bytes, () => response.socket?.destroy());
    });
    return response;
  };
};

/**
 * Injects ordered faults. Mount it after the call log on the provider's API paths, but not on consent pages or control
 * routes.
 */
export const faultMiddleware =
  (faults: Faults, provider: PlatformId, answerFault: AnswerFault): RequestHandler =>
  (request, response, next) => {
    const fault = faults.take(provider, request.originalUrl.split('?', 1)[0] ?? '');
    if (!fault) {
      next();
      return;
    }
    switch (fault.kind) {
      case 'slow': {
        const timer = setTimeout(next, fault.delayMs ?? defaultSlowMs);
        response.once('close', () => clearTimeout(timer));
        return;
      }
      case 'timeout':
        // Sends no response: the connection stays open until the caller gives up or the sandbox stops.
        return;
      case 'reset':
        request.socket.destroy();
        return;
      case 'truncated':
        interceptAnswer(response, (body, sendPart) => {
          response.setHeader('Content-Length', body.length);
          sendPart(body.subarray(0, Math.floor(body.length / 2)));
        });
        next();
        return;
      case 'timeout-after-commit':
        interceptAnswer(response, () => request.socket.destroy());
        next();
        return;
      default:
        answerFault(fault.kind, fault, request, response);
    }
  };
