import type { Response } from 'express';
import { platformNames } from '#shared/platforms.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';
import type { SandboxService } from '../Sandbox.ts';

/** Explains the sandbox to people who open its address. */
export const sendHomePage = (response: Response, services: readonly SandboxService[]): void => {
  sendPage(response, {
    title: 'Leadlight sandbox',
    body: html`<h1>Leadlight sandbox</h1>
      <p>
        This server stands in for the outside services that Leadlight talks to. It has sample accounts, sample numbers
        and sample people; nothing here is real.
      </p>
      <p class="soft">
        Played here: ${services.map((service) => platformNames[service.provider]).join(', ')}, and a mail server.
      </p>
      <ul>
        <li><a href="/mail">Mail</a> that Leadlight has sent</li>
        <li><a href="/spreadsheets">Spreadsheets</a> that Leadlight has made</li>
        <li><a href="/control/calls">Calls</a> that Leadlight has made, as JSON</li>
      </ul>`,
  });
};
