import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseExactJson } from '#server/providers/calls/exactJson.ts';
import type { LeadEvent, WebhookReading } from '#server/providers/LeadSource.ts';
import { anyEvent, leadEvent } from './leadTypes.ts';

/** TikTok: object type of a lead event. */
const leadObject = '1';

/** Checks and parses a delivery. The signature is checked before parsing. */
export const readLeadWebhook = (
  appSecret: string,
  body: Buffer,
  header: (name: string) => string | undefined,
): WebhookReading => {
  if (!isSigned(appSecret, body, header('x-open-signature'))) return { kind: 'refused' };
  const value = parseExactJson(body.toString('utf8'));
  const event = anyEvent.safeParse(value);
  if (!event.success) return { kind: 'unreadable' };
  if (event.data.object !== leadObject) return { kind: 'events', events: [] };
  const leads = leadEvent.safeParse(value);
  if (!leads.success) return { kind: 'unreadable' };
  return { kind: 'events', events: leads.data.entry.map(toLeadEvent).filter((lead) => lead !== null) };
};

type Entry = ReturnType<typeof leadEvent.parse>['entry'][number];

/** Null for leads without an ad account's form: direct messages, and forms of a business center library. */
const toLeadEvent = ({ id, lead_source: source, page_id: formId, advertiser_id: pageId }: Entry): LeadEvent | null => {
  if (!isId(pageId) || (source ?? 'INSTANT_FORM') !== 'INSTANT_FORM') return null;
  return { leadId: id, pageId, formId: isId(formId) ? formId : null };
};

/** TikTok: 0 means no id. */
const isId = (id: string | null | undefined): id is string => typeof id === 'string' && id !== '0';

/**
 * TikTok signs the body with all non-ASCII characters escaped, and does not document whether it is sent like that. Both
 * the raw body and its escaped form are accepted; for ASCII they are equal.
 */
const isSigned = (appSecret: string, body: Buffer, header: string | undefined): boolean => {
  // Anyone can sign with an empty key.
  if (appSecret === '' || header === undefined || !/^[0-9a-f]{64}$/i.test(header)) return false;
  const signature = Buffer.from(header, 'hex');
  const fits = (payload: Buffer | string): boolean =>
    timingSafeEqual(signature, createHmac('sha256', appSecret).update(payload).digest());
  const [isAsSent, isAsEscaped] = [fits(body), fits(escapeBeyondAscii(body.toString('utf8')))];
  return isAsSent || isAsEscaped;
};

/** Written two characters at a time: the escape prefix, and the hex digits of each byte. */
const escapeStart = Buffer.from('\\u').readUInt16BE();
const hexPairs = Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16BE(),
);

/** Writes bytes, several times faster than text replacement: strangers can send megabytes. */
const escapeBeyondAscii = (text: string): Buffer => {
  const escaped = Buffer.alloc(text.length * 6);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) {
      length = escaped.writeUInt8(unit, length);
      continue;
    }
    length = escaped.writeUInt16BE(escapeStart, length);
    length = escaped.writeUInt16BE(hexPairs[unit >> 8] ?? 0, length);
    length = escaped.writeUInt16BE(hexPairs[unit & 0xff] ?? 0, length);
  }
  return escaped.subarray(0, length);
};
