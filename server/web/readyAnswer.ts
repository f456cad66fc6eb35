import { createHash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Coding, Compressed } from './compress.ts';

/** The bytes of an answer in one coding, with the headers that belong to them. */
export type Representation = {
  readonly coding: Coding;
  readonly bytes: Buffer;
  /** null: nobody keeps this answer, so nobody asks whether it has changed. */
  readonly etag: string | null;
  readonly headers: OutgoingHttpHeaders;
  /** Of the answer that it has not changed: what a cache has to know anew (RFC 9110, 15.4.5). */
  readonly unchangedHeaders: OutgoingHttpHeaders;
};

/** An answer that is finished before anybody asks: a request only chooses among its representations. */
export type ReadyAnswer = {
  readonly status: number;
  /** The smallest first: the one to send to who takes them all alike. */
  readonly representations: readonly Representation[];
};

/** Finds what is answered at a path. */
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
 * Each representation gets a strong ETag, the hash of its own bytes, rather than all of them one weak ETag: ranges and
 * `If-Range` are only right for bytes that are the same (RFC 9110, 8.8.1), and caches keep the codings apart by it.
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
