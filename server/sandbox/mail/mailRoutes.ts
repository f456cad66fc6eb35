import express from 'express';
import type { Router } from 'express';
import { html } from '../pages/html.ts';
import { sendPage } from '../pages/page.ts';
import type { Inbox } from './inbox.ts';

/** The inbox as JSON (`GET /control/mail`, newest last) and as a page (`GET /mail`, newest first). */
export const createMailRoutes = (inbox: Inbox): Router => {
  const router = express.Router();

  router.get('/control/mail', (_request, response) => {
    response.json(inbox.list());
  });

  router.get('/mail', (_request, response) => {
    const mails = inbox.list().toReversed();
    sendPage(response, {
      title: 'Mail',
      simulated: 'a real mailbox',
      body: html`<h1>Mail</h1>
        ${mails.length === 0 && html`<p class="soft">No mail yet.</p>`}
        ${mails.map(
          (mail) =>
            html`<article>
              <h2>${mail.subject}</h2>
              <p class="soft">
                To ${mail.to}, <time datetime="${mail.at}">${mail.at.slice(0, 19).replace('T', ' ')} UTC</time>
              </p>
              <pre>${mail.text}</pre>
            </article>`,
        )}`,
    });
  });

  return router;
};
