import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { confirmationCodeOf, readSignedRequest } from './signedRequest.ts';

const secret = 'meta-sandbox-secret-0001';
/** A precomputed signed request for that secret. */
const known =
  'iQ2gUguEw-W5S7HEMO2llSrFxRyCUQlFvSI9ULbNKZo.eyJhbGdvcml0aG0iOiJITUFDLVNIQTI1NiIsImV4cGlyZXMiOjE3OTUyMTU2MDAsImlzc3VlZF9hdCI6MTc5NTIxMjAwMCwidXNlcl9pZCI6IjEyMjAwMDAwMDAwMDUwMSJ9';
const [signature = '', payload = ''] = known.split('.');

const sign = (content: unknown, key = secret): string => {
  const text = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content)).toString('base64url');
  return `${createHmac('sha256', key).update(text).digest('base64url')}.${text}`;
};
const content = { algorithm: 'HMAC-SHA256', issued_at: 1_795_212_000, user_id: '122000000000501' };

it('reads the known request repeatedly', () => {
  for (let time = 0; time < 2; time += 1)
    expect(readSignedRequest(secret, known)).toEqual({
      kind: 'read',
      request: { personId: '122000000000501', issuedAt: new Date(1_795_212_000_000) },
    });
});

it('keeps every digit of an id that is a number', () => {
  expect(
    readSignedRequest(secret, sign(JSON.stringify(content).replace('"122000000000501"', '9122000000000000501'))),
  ).toEqual({ kind: 'read', request: { personId: '9122000000000000501', issuedAt: new Date(1_795_212_000_000) } });
});

it.each([
  ['nothing', ''],
  ['no signature', `.${payload}`],
  ['no payload', `${signature}.`],
  ['another payload', `${signature}.${Buffer.from('{}').toString('base64url')}`],
  ['half a signature', `${signature.slice(0, 20)}.${payload}`],
  ['a third part', `${known}.${payload}`],
  ['a padded signature', `${signature}=.${payload}`],
  ['another secret', sign(content, 'another secret')],
  ['an empty secret', sign(content, ''), ''],
  ['another digest', `${createHmac('sha1', secret).update(payload).digest('base64url')}.${payload}`],
])('refuses %s', (_what, text, key = secret) => {
  expect(readSignedRequest(key, text)).toEqual({ kind: 'refused' });
});

it.each([
  ['another algorithm', { ...content, algorithm: 'none' }],
  ['no algorithm', { ...content, algorithm: undefined }],
  ['no person', { ...content, user_id: undefined }],
  ['a person of another spelling', { ...content, user_id: '../me' }],
  ['no time', { ...content, issued_at: undefined }],
  ['no JSON', 'person'],
])('cannot read %s, even if signed', (_what, signed) => {
  expect(readSignedRequest(secret, sign(signed))).toEqual({ kind: 'unreadable' });
});

it('gives equal requests the same code, and different requests different codes', () => {
  expect(confirmationCodeOf(secret, known)).toMatch(/^[0-9a-f]{24}$/);
  expect(confirmationCodeOf(secret, known)).toBe(confirmationCodeOf(secret, known));
  expect(confirmationCodeOf(secret, sign(content))).not.toBe(confirmationCodeOf(secret, known));
});
