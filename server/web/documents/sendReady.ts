import { STATUS_CODES } from 'node:http';
import type { OutgoingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import { chooseRepresentation } from './chooseRepresentation.ts';
import type { ReadyAnswer, Representation } from './readyAnswer.ts';

/** Whether a condition (`If-Match`, `If-None-Match`) names an ETag. Weak ones count only if the caller allows them. */
const names = (condition: string, etag: string, { weakToo }: { weakToo: boolean }): boolean =>
  condition.trim() === '*' ||
  condition.split(',').some((entry) => {
    const named = entry.trim();
    return named === etag || (weakToo && named === `W/${etag}`);
  });

/** The requested range, null for the whole file, or 'none' for one outside it. */
const readRange = (
  request: Request,
  { bytes, etag }: Representation,
): { start: number; end: number } | 'none' | null => {
  const ifRange = request.get('if-range');
  if (request.method !== 'GET' || etag === null || (ifRange !== undefined && ifRange !== etag)) return null;
  // The parser would reject unknown units, which the standard says to ignore.
  if (!request.get('range')?.startsWith('bytes=')) return null;
  const ranges = request.range(bytes.length, { combine: true });
  if (ranges === -1) return 'none';
  // Several ranges would need a multipart body; a server may send the whole file instead (RFC 9110, 14.2).
  if (ranges === undefined || ranges === -2 || ranges.length !== 1) return null;
  return ranges[0] ?? null;
};

const refuse = (response: Response, status: number, headers: OutgoingHttpHeaders = {}): void => {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store', ...headers });
  response.end(STATUS_CODES[status]);
};

/** Answers a GET or HEAD from memory, in the client's preferred coding, or with 304. */
export const sendReady = (request: Request, response: Response, { status, representations }: ReadyAnswer): void => {
  const { headers } = request;
  const chosen = chooseRepresentation(representations, headers['accept-encoding']?.toString());
  if (!chosen) {
    refuse(response, 406, { Vary: 'Accept-Encoding' });
    return;
  }
  const { etag, bytes } = chosen;
  if (etag !== null) {
    const ifMatch = headers['if-match'];
    if (ifMatch !== undefined && !names(ifMatch, etag, { weakToo: false })) {
      refuse(response, 412);
      return;
    }
    const ifNoneMatch = headers['if-none-match'];
    if (ifNoneMatch !== undefined && names(ifNoneMatch, etag, { weakToo: true })) {
      response.writeHead(304, chosen.unchangedHeaders).end();
      return;
    }
    const range = readRange(request, chosen);
    if (range === 'none') {
      refuse(response, 416, { 'Content-Range': `bytes */${bytes.length}` });
      return;
    }
    if (range) {
      const part = bytes.subarray(range.start, range.end + 1);
      const place = `bytes ${range.start}-${range.end}/${bytes.length}`;
      response.writeHead(206, { ...chosen.headers, 'Content-Range': place, 'Content-Length': part.length }).end(part);
      return;
    }
  }
  response.writeHead(status, chosen.headers).end(request.method === 'HEAD' ? undefined : bytes);
};
