import { createHmac, timingSafeEqual } from 'node:crypto';
import { parseExactJson } from '#server/providers/calls/exactJson.ts';
import type { LeadEvent, WebhookReading } from '#server/providers/LeadSource.ts';
import { leadChange, leadEvent } from './leadTypes.ts';

/** Checks and parses a delivery. The signature covers the raw bytes, so it is checked before parsing. */
export const readLeadWebhook = (
  appSecret: string,
  body: Buffer,
  header: (name: string) => string | undefined,
): WebhookReading => {
  if (!isSigned(appSecret, body, header('x-hub-signature-256'))) return { kind: 'refused' };
  const event = leadEvent.safeParse(parseExactJson(body.toString('utf8')));
  if (!event.success) return { kind: 'unreadable' };
  const events: LeadEvent[] = [];
  for (const { field, value } of event.data.entry.flatMap(({ changes }) => changes)) {
    if (event.data.object !== 'page' || field !== 'leadgen') continue;
    const change = leadChange.safeParse(value);
    if (!change.success) return { kind: 'unreadable' };
    events.push({
      leadId: change.data.leadgen_id,
      pageId: change.data.page_id,
      formId: change.data.form_id ?? null,
    });
  }
  return { kind: 'events', events };
};

const isSigned = (appSecret: string, body: Buffer, header: string | undefined): boolean => {
  // Anyone can sign with an empty key.
  if (appSecret === '' || header === undefined) return false;
  const signature = /^sha256=([0-9a-f]{64})$/i.exec(header)?.[1];
  if (signature === undefined) return false;
  return timingSafeEqual(Buffer.from(signature, 'hex'), createHmac('sha256', appSecret).update(body).digest());
};
