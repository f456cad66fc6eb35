import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Coding, Compressed } from './compress.ts';

/** The bytes of an answer in one coding, with their headers. */
export type Representation = {
  readonly coding: Coding;
  readonly bytes: Buffer;
  /** Null: the answer is not cached, so it has no validator. */
  readonly etag: string | null;
  readonly headers: OutgoingHttpHeaders;
  /** Headers of a 304 response (RFC 9110, 15.4.5). */
  readonly unchangedHeaders: OutgoingHttpHeaders;
};

/** A precomputed answer: a request only chooses among its representations. */
export type ReadyAnswer = {
  readonly status: number;
  /** Smallest first: the choice for clients without a preference. */
  readonly representations: readonly Representation[];
};

/** Finds the answer for a path. */
export type FindAnswer = (path: string) => ReadyAnswer | Promise<ReadyAnswer> | undefined;

type AnswerParts = {
  status?: number;
  contentType: string;
  cacheControl: string;
  headers?: OutgoingHttpHeaders;
  body: Buffer;
  compressed: Compressed;
};

/**
 * Each representation gets a strong ETag, the hash of its own bytes, instead of one shared weak ETag: ranges and
 * `If-Range` require identical bytes (RFC 9110, 8.8.1), and caches use it to separate the codings.
 */
const etagOf = (bytes: Buffer): string => `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;

export const toReadyAnswer = ({
  status = 200,
  contentType,
  cacheControl,
  headers = {},
  body,
  compressed,
}: AnswerParts): ReadyAnswer => {
  const vary: OutgoingHttpHeaders = compressed.size > 0 ? { Vary: 'Accept-Encoding' } : {};
  const isKept = cacheControl !== 'no-store';
  const codings = new Map<Coding, Buffer>([...compressed, ['identity', body]]);
  const representations = [...codings].map(([coding, bytes]): Representation => {
    const etag = isKept ? etagOf(bytes) : null;
    const unchangedHeaders = { 'Cache-Control': cacheControl, ...vary, ...(etag === null ? {} : { ETag: etag }) };
    return {
      coding,
      bytes,
      etag,
      unchangedHeaders,
      headers: {
        'Content-Type': contentType,
        'Content-Length': bytes.length,
        ...(coding === 'identity' ? {} : { 'Content-Encoding': coding }),
        ...(isKept ? { 'Accept-Ranges': 'bytes' } : {}),
        ...unchangedHeaders,
        ...headers,
      },
    };
  });
  return { status, representations: representations.toSorted((a, b) => a.bytes.length - b.bytes.length) };
};
