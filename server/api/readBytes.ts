import type { Request, Response } from 'express';
import { messages } from '#shared/messages.ts';
import { AppError, validationError } from '#server/lib/failures/errors.ts';
import type { BodyBudget } from './bodyBudget.ts';

export type ReadOptions = {
  limitBytes: number;
  /** Time limit for the body to arrive. */
  timeoutMs: number;
  budget: BodyBudget;
  /** The sender, for the budget. */
  owner: string;
};

export const bodyTooLarge = (): AppError => new AppError(413, 'BODY_TOO_LARGE', messages.server.bodyTooLarge);

/** Refuses compressed bodies, which could expand a thousandfold. */
export const requirePlain = (request: Request): void => {
  if ((request.get('content-encoding') ?? 'identity').toLowerCase() !== 'identity')
    throw new AppError(415, 'VALIDATION', messages.validation.plainJson);
};

/**
 * Reads the whole body of a request. Its memory in the budget is released with the response. The rest of a refused body
 * is discarded as it arrives.
 * @throws AppError 408, 413, or 503 when there is no room
 */
export const readBytes = async (
  request: Request,
  response: Response,
  { limitBytes, timeoutMs, budget, owner }: ReadOptions,
): Promise<Buffer> => {
  const announcedBytes = Number(request.get('content-length') ?? 0);
  if (announcedBytes > limitBytes) throw bodyTooLarge();
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const hold = budget.open(owner, announcedBytes, reject);
  response.once('close', () => hold.release());
  const timer = setTimeout(() => {
    response.set('Connection', 'close');
    reject(new AppError(408, 'VALIDATION', messages.validation.tooSlow));
  }, timeoutMs);
  const chunks: Buffer[] = [];
  let bytes = 0;
  const receive = (chunk: Buffer): void => {
    try {
      bytes += chunk.length;
      if (bytes > limitBytes) throw bodyTooLarge();
      hold.take(chunk.length);
      chunks.push(chunk);
    } catch (error) {
      reject(error);
    }
  };
  const finish = (): void => resolve(Buffer.concat(chunks));
  const giveUp = (): void => reject(validationError(messages.validation.invalidRequest));
  request.on('data', receive).once('end', finish).once('close', giveUp);
  try {
    const body = await promise;
    hold.keep();
    return body;
  } catch (error) {
    hold.release();
    request.resume();
    throw error;
  } finally {
    clearTimeout(timer);
    chunks.length = 0;
    request.off('data', receive).off('end', finish).off('close', giveUp);
  }
};
