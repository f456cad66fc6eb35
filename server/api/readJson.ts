import type { Request, Response } from 'express';
import { bodyLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { AppError } from '#server/lib/failures/errors.ts';
import { recordBody } from './bodyHashes.ts';
import { bodyTooLarge, readBytes, requirePlain } from './readBytes.ts';
import type { ReadOptions } from './readBytes.ts';

/** No cause: the parser's message quotes the body, which must not reach the log. */
const badJson = (): AppError => new AppError(400, 'BAD_JSON', messages.server.badJson);

/** JSON is UTF-8 (RFC 8259, 8.1). */
const requireUtf8 = (request: Request): void => {
  const [, charset = 'utf-8'] = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(request.get('content-type') ?? '') ?? [];
  if (!/^utf-?8$/i.test(charset)) throw new AppError(415, 'VALIDATION', messages.validation.plainJson);
};

const [openBracket, openBrace] = Buffer.from('[{');

/** An empty object or list takes at least 50 bytes in memory, but three in the text. */
const requireFewContainers = (bytes: Buffer): void => {
  let count = 0;
  for (const byte of bytes) if (byte === openBracket || byte === openBrace) count += 1;
  if (count > bodyLimits.containers) throw bodyTooLarge();
};

const parseJson = (bytes: Buffer): unknown => {
  if (bytes.length === 0) return {};
  requireFewContainers(bytes);
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    throw badJson();
  }
  if (typeof value !== 'object' || value === null) throw badJson();
  return value;
};

/** Reads a JSON body into `request.body`. Bodies of other types stay unread and the field unset. */
export const readJson = async (request: Request, response: Response, options: ReadOptions): Promise<void> => {
  if (!request.is('json')) return;
  requirePlain(request);
  requireUtf8(request);
  const bytes = await readBytes(request, response, options);
  recordBody(request, bytes);
  request.body = parseJson(bytes);
};
