import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { readLeadWebhook } from './leadWebhook.ts';

const secret = 'tiktok-sandbox-secret-0001';

/** A delivery with a non-ASCII letter, which makes the two signatures differ. */
const body =
  '{"request_id":1795212000123,"object":1,"entry":[{"id":7500000000000000601,"lead_source":"INSTANT_FORM","page_id":7500000000000000701,"page_name":"Autumn enquiry","advertiser_id":7500000000000000801,"advertiser_name":"Sandbox Shop","library_id":0,"campaign_id":1850000000000901,"campaign_name":"Autumn leads","adgroup_id":1850000000000902,"adgroup_name":"Set A","ad_id":1850000000000903,"ad_name":"Video 1","create_time":1795211994,"changes":[{"field":"name","value":"Zoë Müller"},{"field":"email","value":"zoe@example.test"},{"field":"phone_number","value":"+4915100000000"}]}],"time":1795212000}';
const signedEscaped = '97ebc56b8bb6e19c85a7c578bd84135e4f7375be14de88f1e17b1cb8da9b7e5a';
const signedRaw = '63bb818c911a46ed6d2fde4a0863a8a375a64e3006f2314076934e20e92cbd74';
const escapedBody = body.replace('Zoë Müller', 'Zo\\u00eb M\\u00fcller');

const lead = { leadId: '7500000000000000601', pageId: '7500000000000000801', formId: '7500000000000000701' };

const read = (text: string, signature: string | undefined, key = secret) =>
  readLeadWebhook(key, Buffer.from(text), (name) => (name === 'x-open-signature' ? signature : undefined));

const sign = (text: string): string => createHmac('sha256', secret).update(text).digest('hex');
const readSigned = (event: unknown) => read(JSON.stringify(event), sign(JSON.stringify(event)));

describe('readLeadWebhook', () => {
  it.each([
    ['the body signed in its escaped form', body, signedEscaped],
    ['the body signed as it is', body, signedRaw],
    ['an escaped body', escapedBody, signedEscaped],
  ])('accepts %s, with every digit of the ids', (_what, text, signature) => {
    expect(read(text, signature)).toEqual({ kind: 'events', events: [lead] });
  });

  it.each([
    ['no signature', body, undefined],
    ['a wrong one', body, signedRaw.replace('6', '7')],
    ['half of one', body, signedRaw.slice(0, 32)],
    ['one of another length in bytes', body, `${signedRaw}00`],
    ['a changed body', body.replace('zoe@', 'eve@'), signedEscaped],
    ['a cut body', body.slice(0, -1), signedRaw],
    ['one after the manner of other webhooks', body, `t=1795212000,s=${signedRaw}`],
  ])('refuses %s', (_what, text, signature) => {
    expect(read(text, signature)).toEqual({ kind: 'refused' });
  });

  it("refuses signatures with an empty key or another app's key", () => {
    const signedWithNothing = createHmac('sha256', '').update(body).digest('hex');
    expect(read(body, signedWithNothing, '')).toEqual({ kind: 'refused' });
    expect(read(body, signedRaw, 'another-secret')).toEqual({ kind: 'refused' });
  });

  it('reads ids that are texts, and many leads at once', () => {
    const entry = { id: lead.leadId, page_id: lead.formId, advertiser_id: lead.pageId };
    const other = { ...entry, id: 602, page_id: 0 };
    expect(readSigned({ object: 1, entry: [entry, other] })).toEqual({
      kind: 'events',
      events: [lead, { ...lead, leadId: '602', formId: null }],
    });
  });

  it("ignores events that are not leads of an ad account's form", () => {
    const nothing = { kind: 'events', events: [] };
    expect(readSigned({ object: 2, entry: [{ ad_group: 'in review' }] })).toEqual(nothing);
    const entry = { id: lead.leadId, page_id: lead.formId, advertiser_id: lead.pageId };
    expect(readSigned({ object: 1, entry: [{ ...entry, lead_source: 'DIRECT_MESSAGE' }] })).toEqual(nothing);
    expect(readSigned({ object: 1, entry: [{ ...entry, advertiser_id: 0, library_id: 9 }] })).toEqual(nothing);
  });

  it.each(['', 'no json', '[]', '{"entry":[]}', '{"object":1}', '{"object":1,"entry":[{"id":"; drop"}]}'])(
    'cannot read %j, even if signed',
    (text) => {
      expect(read(text, sign(text))).toEqual({ kind: 'unreadable' });
    },
  );

  it('rejects an id too long for the database, which would be redelivered for days', () => {
    const entry = { id: '7'.repeat(5000), page_id: lead.formId, advertiser_id: lead.pageId };
    expect(readSigned({ object: 1, entry: [entry] })).toEqual({ kind: 'unreadable' });
  });
});
