import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseExactJson } from '../exactJson.ts';
import type { LeadNotice, WebhookReading } from '../LeadSource.ts';
import { anyEvent, leadEvent } from './leadTypes.ts';

/** TikTok: what an event is about. */
const leadObject = '1';

/** Checks and reads a delivery. The signature is checked before anything is parsed. */
export const readLeadWebhook = (
  appSecret: string,
  body: Buffer,
  header: (name: string) => string | undefined,
): WebhookReading => {
  if (!isSigned(appSecret, body, header('x-open-signature'))) return { kind: 'refused' };
  const value = parseExactJson(body.toString('utf8'));
  const event = anyEvent.safeParse(value);
  if (!event.success) return { kind: 'unreadable' };
  if (event.data.object !== leadObject) return { kind: 'notices', notices: [] };
  const leads = leadEvent.safeParse(value);
  if (!leads.success) return { kind: 'unreadable' };
  return { kind: 'notices', notices: leads.data.entry.map(toNotice).filter((notice) => notice !== null) };
};

type Entry = ReturnType<typeof leadEvent.parse>['entry'][number];

/** Null for leads that no form of an ad account has: direct messages, and what belongs to a library of a business centre. */
const toNotice = ({ id, lead_source: source, page_id: formId, advertiser_id: pageId }: Entry): LeadNotice | null => {
  if (!isId(pageId) || (source ?? 'INSTANT_FORM') !== 'INSTANT_FORM') return null;
  return { leadId: id, pageId, formId: isId(formId) ? formId : null };
};

/** TikTok: 0 stands for none. */
const isId = (id: string | null | undefined): id is string => typeof id === 'string' && id !== '0';

/**
 * TikTok signs the body with every character beyond ASCII escaped, and does not say whether the body is sent like that.
 * The body as it came and its escaped form are both accepted; with plain names they are the same.
 */
const isSigned = (appSecret: string, body: Buffer, header: string | undefined): boolean => {
  // Anybody can sign with an empty key.
  if (appSecret === '' || header === undefined || !/^[0-9a-f]{64}$/i.test(header)) return false;
  const signature = Buffer.from(header, 'hex');
  const fits = (payload: Buffer | string): boolean =>
    timingSafeEqual(signature, createHmac('sha256', appSecret).update(payload).digest());
  const [isAsSent, isAsEscaped] = [fits(body), fits(escapeBeyondAscii(body.toString('utf8')))];
  return isAsSent || isAsEscaped;
};

/** Two characters at a time: the start of an escape, and each byte in hexadecimal digits. */
const escapeStart = Buffer.from('\\u').readUInt16BE();
const hexPairs = Array.from({ length: 256 }, (_, byte) =>
  Buffer.from(byte.toString(16).padStart(2, '0')).readUInt16BE(),
);

/** Into bytes, since strangers can send megabytes to be escaped: several times as quick as replacing in the text. */
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
