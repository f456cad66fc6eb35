import { createHmac } from 'node:crypto';
import { sandboxCredentials } from '#testing/sandbox/sandbox.ts';

/** Headers of a delivery with Meta's signature. */
export const signMeta = (
  body: string,
  secret: string = sandboxCredentials.facebook.appSecret,
): Record<string, string> => ({
  'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
});

/** Headers of a delivery with TikTok's signature. */
export const signTikTok = (
  body: string,
  secret: string = sandboxCredentials.tiktok.appSecret,
): Record<string, string> => ({
  'x-open-signature': createHmac('sha256', secret).update(body).digest('hex'),
});

/** A delivery of new leads as Meta sends it, with ids as bare numbers. */
export const metaDelivery = (leads: readonly { leadId: string; pageId: string; formId: string }[]): string => {
  const entries = leads.map(
    ({ leadId, pageId, formId }) =>
      `{"id":"${pageId}","time":1795212000,"changes":[{"field":"leadgen","value":{"leadgen_id":${leadId},"page_id":${pageId},"form_id":${formId},"created_time":1795211994}}]}`,
  );
  return `{"object":"page","entry":[${entries.join(',')}]}`;
};

/** A delivery of one lead as TikTok sends it. Its `page_id` is the id of the form. */
export const tiktokDelivery = ({
  leadId,
  pageId,
  formId,
}: {
  leadId: string;
  pageId: string;
  formId: string;
}): string =>
  `{"object":1,"entry":[{"id":${leadId},"lead_source":"INSTANT_FORM","page_id":${formId},"advertiser_id":${pageId},"create_time":1795211994,"changes":[]}],"time":1795212000}`;
