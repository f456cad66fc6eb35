import type { Response } from 'express';
import { messages } from '#shared/messages.ts';
import { escapeHtml } from '#server/lib/escapeHtml.ts';

export type ConsentPage = {
  /** Platform by its name for people. */
  title: string;
  /** `pending`: the page's script still has to show whose browser this is. `partly`: connected, with permissions missing. */
  outcome: 'pending' | 'connected' | 'partly' | 'failed';
  text: string;
  status?: number;
};

const renderConsentPage = ({ title, outcome, text }: ConsentPage): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Leadlight</title>
<link rel="stylesheet" href="/auth/finish.css">
<script type="module" src="/auth/finish.js"></script>
</head>
<body>
<main id="consent" data-outcome="${outcome}" data-sign-in-first="${escapeHtml(messages.connections.signInFirst)}" data-unreachable="${escapeHtml(messages.server.apiAway)}">
<p class="brand">Leadlight</p>
<span class="mark" aria-hidden="true"></span>
<h1>${escapeHtml(title)}</h1>
<p id="text" role="status">${escapeHtml(text)}</p>
${outcome === 'pending' ? `<noscript><p>${escapeHtml(messages.connections.scriptNeeded)}</p></noscript>\n` : ''}<button id="close" type="button" hidden>Close window</button>
</main>
</body>
</html>
`;

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "connect-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends a page of the consent popup. Of the request's parameters nothing is ever shown. */
export const sendConsentPage = (response: Response, page: ConsentPage): void => {
  response
    .status(page.status ?? 200)
    .set({
      'Content-Security-Policy': contentSecurityPolicy,
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
      // Same as the app's pages: our own opener stays reachable, a foreign one cannot steer this window.
      'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    })
    .type('html')
    .send(renderConsentPage(page));
};
