import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readLeadWebhook } from './leadWebhook.ts';

const secret = 'meta-sandbox-secret-0001';
/** A delivery and its precomputed signature for that secret. */
const knownBody =
  '{"object":"page","entry":[{"id":"700000000000101","time":1795212000,"changes":[{"field":"leadgen","value":{"ad_id":120210000000401,"form_id":600000000000201,"leadgen_id":500000000000301,"created_time":1795211994,"page_id":700000000000101,"adgroup_id":120210000000402}}]}]}';
const knownSignature = 'sha256=051979323f76e48bc2a049761291dd69c532d98035df8480c8c25885853cfc24';

const sign = (body: string, key = secret): string => `sha256=${createHmac('sha256', key).update(body).digest('hex')}`;

const read = (body: string, signature: string | undefined, key = secret) =>
  readLeadWebhook(key, Buffer.from(body), (name) => (name === 'x-hub-signature-256' ? signature : undefined));
const readSigned = (body: unknown) => {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return read(text, sign(text));
};

it('reads the known delivery repeatedly', () => {
  const event = { leadId: '500000000000301', pageId: '700000000000101', formId: '600000000000201' };
  for (let time = 0; time < 3; time += 1) {
    expect(read(knownBody, knownSignature)).toEqual({ kind: 'events', events: [event] });
  }
});

it.each([
  ['no signature', knownBody, undefined, secret],
  ['an empty signature', knownBody, '', secret],
  ['another secret', knownBody, sign(knownBody, 'another secret'), secret],
  ['another body', knownBody.replace('301', '302'), knownSignature, secret],
  ['one byte more', `${knownBody}\n`, knownSignature, secret],
  ['half a body', knownBody.slice(0, 100), knownSignature, secret],
  ['half a signature', knownBody, knownSignature.slice(0, -2), secret],
  ['a signature with more behind it', knownBody, `${knownSignature}00`, secret],
  ['a bare signature', knownBody, knownSignature.slice('sha256='.length), secret],
  [
    'the older kind of signature',
    knownBody,
    `sha1=${createHmac('sha1', secret).update(knownBody).digest('hex')}`,
    secret,
  ],
  ['no hexadecimal digits', knownBody, `sha256=${'z'.repeat(64)}`, secret],
  ['an empty secret on both sides', knownBody, sign(knownBody, ''), ''],
])('refuses %s', (_what, body, signature, key) => {
  expect(read(body, signature, key)).toEqual({ kind: 'refused' });
});

describe('what is signed', () => {
  it('keeps every digit of ids beyond 2^53, as numbers and as texts', () => {
    const value = '{"leadgen_id":500012340000000061,"page_id":"700012340000000001","form_id":600012340000000003}';
    expect(readSigned(`{"object":"page","entry":[{"changes":[{"field":"leadgen","value":${value}}]}]}`)).toEqual({
      kind: 'events',
      events: [{ leadId: '500012340000000061', pageId: '700012340000000001', formId: '600012340000000003' }],
    });
  });

  it('reads every lead change of every entry, and ignores other kinds', () => {
    const lead = (leadgen_id: string) => ({ field: 'leadgen', value: { leadgen_id, page_id: '7' } });
    const entry = [
      { changes: [lead('1'), { field: 'feed', value: 'x' }, { field: 'mention' }, lead('2')] },
      { changes: [lead('3')] },
      {},
    ];
    const reading = readSigned({ object: 'page', entry });
    expect(reading).toEqual({
      kind: 'events',
      events: ['1', '2', '3'].map((leadId) => ({ leadId, pageId: '7', formId: null })),
    });
    expect(readSigned({ object: 'user', entry })).toEqual({ kind: 'events', events: [] });
  });

  it.each([
    '',
    'null',
    '[]',
    '{"object":"page"}',
    '{"object":"page","entry":[{"changes":[{"field":"leadgen","value":{}}]}]}',
    '{"object":"page","entry":[{"changes":[{"field":"leadgen","value":{"leadgen_id":"../me","page_id":"7"}}]}]}',
    '{"object":"page","entry":[{"changes":[{"field":"leadgen","value":{"leadgen_id":5e17,"page_id":"7"}}]}]}',
    '{"object":"page","entry":[{"changes":[{"field":"leadgen","value":{"leadgen_id":1.5,"page_id":"7"}}]}]}',
  ])('cannot read %j', (body) => {
    expect(readSigned(body)).toEqual({ kind: 'unreadable' });
  });
});
