import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { parseExactJson } from '../calls/exactJson.ts';

/** Meta's statement about a person, identified by their app-scoped id. */
export type SignedRequest = { personId: string; issuedAt: Date };

export type SignedRequestReading =
  { kind: 'refused' } | { kind: 'unreadable' } | { kind: 'read'; request: SignedRequest };

const algorithm = 'HMAC-SHA256';
const base64url = /^[A-Za-z0-9_-]+$/;

const payloadSchema = z.object({
  algorithm: z.literal(algorithm),
  user_id: z.union([z.string(), z.number().transform(String)]).pipe(z.string().regex(/^\d{1,64}$/)),
  /** Unix seconds. */
  issued_at: z.number().int().positive().max(1e11),
});

const sign = (secret: string, payload: string): Buffer => createHmac('sha256', secret).update(payload).digest();

/**
 * Parses a `signed_request`, `<signature>.<payload>`. The signature covers the encoded payload and is checked before
 * decoding.
 */
export const readSignedRequest = (appSecret: string, text: string): SignedRequestReading => {
  const [signature = '', payload = '', ...rest] = text.split('.');
  // Anyone can sign with an empty key.
  if (appSecret === '' || rest.length > 0 || !base64url.test(signature) || !base64url.test(payload))
    return { kind: 'refused' };
  const expected = sign(appSecret, payload);
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return { kind: 'refused' };
  const parsed = payloadSchema.safeParse(parseExactJson(Buffer.from(payload, 'base64url').toString('utf8')));
  if (!parsed.success) return { kind: 'unreadable' };
  const { user_id: personId, issued_at: seconds } = parsed.data;
  return { kind: 'read', request: { personId, issuedAt: new Date(seconds * 1000) } };
};

/** An unguessable code that is the same for equal requests. */
export const confirmationCodeOf = (appSecret: string, signedRequest: string): string =>
  sign(appSecret, `deletion ${signedRequest}`).toString('hex').slice(0, 24);
