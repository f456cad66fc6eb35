import type { Response } from 'express';
import { renderDocument } from './renderDocument.ts';
import type { PageDocument } from './renderDocument.ts';

type Sending = {
  status?: number;
  /** Extra permissions of the page: run our script, call us, or submit a form to us. */
  may?: readonly ('script' | 'connect' | 'form')[];
  /** Keeps access to the same-origin window that opened the page. */
  isPopup?: boolean;
};

const policyOf = (may: NonNullable<Sending['may']>): string =>
  [
    "default-src 'none'",
    ...(may.includes('script') ? ["script-src 'self'"] : []),
    ...(may.includes('connect') ? ["connect-src 'self'"] : []),
    "style-src 'self'",
    "base-uri 'none'",
    `form-action ${may.includes('form') ? "'self'" : "'none'"}`,
    "frame-ancestors 'none'",
  ].join('; ');

/** Sends one of the API's own pages: not cached, not indexed, and no inline scripts or styles run. */
export const sendDocument = (
  response: Response,
  document: PageDocument,
  { status = 200, may = [], isPopup = false }: Sending = {},
): void => {
  response
    .status(status)
    .set({
      'Content-Security-Policy': policyOf(may),
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      'X-Robots-Tag': 'noindex',
      'Cross-Origin-Opener-Policy': isPopup ? 'same-origin-allow-popups' : 'same-origin',
    })
    .type('html')
    .send(renderDocument(document));
};
