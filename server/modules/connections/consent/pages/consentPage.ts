import type { Response } from 'express';
import { messages } from '#shared/messages.ts';
import { escapeHtml } from '#server/lib/http/escapeHtml.ts';
import { sendDocument } from '#server/lib/http/pages/sendDocument.ts';

export type ConsentPage = {
  /** Display name of the platform. */
  title: string;
  /** `pending`: the page's script still has to authenticate the user. `partly`: connected, with permissions missing. */
  outcome: 'pending' | 'connected' | 'partly' | 'failed';
  text: string;
  /** The app screen where access is granted. Linked when the popup has failed. */
  back: string;
  status?: number;
};

const renderMain = ({ title, outcome, text, back }: ConsentPage): string =>
  `<main id="consent" data-outcome="${outcome}" data-sign-in-first="${escapeHtml(messages.connections.signInFirst)}" data-unreachable="${escapeHtml(messages.server.apiAway)}">
<p class="brand">Leadlight</p>
<span class="mark" aria-hidden="true"></span>
<h1>${escapeHtml(title)}</h1>
<p id="text" role="status">${escapeHtml(text)}</p>
${outcome === 'pending' ? `<noscript><p>${escapeHtml(messages.connections.scriptNeeded)}</p></noscript>\n` : ''}<a id="back" href="${back}"${outcome === 'failed' ? '' : ' hidden'}>${messages.connections.openLeadlight}</a>
<button id="close" type="button" hidden>Close window</button>
</main>`;

/** Sends a page of the consent popup. It never shows a parameter of the request. */
export const sendConsentPage = (response: Response, page: ConsentPage): void =>
  sendDocument(
    response,
    { title: page.title, styles: '/auth/finish.css', script: '/auth/finish.js', main: renderMain(page) },
    // As on the app's pages, our own opener stays reachable, but a foreign one cannot control this window.
    { status: page.status, may: ['script', 'connect'], isPopup: true },
  );
