import type { Request, Response } from 'express';
import { bodyText } from '../support/http.ts';
import { html } from './html.ts';
import { sendPage } from './page.ts';

export type ConsentPage = {
  /** The name of the simulated service, e.g. `Google`. */
  simulated: string;
  /** The sample person who grants access. */
  person: string;
  /** Path that the form posts to. */
  action: string;
  /** Hidden form fields, e.g. state and redirect address. */
  hidden: Record<string, string>;
  /** Groups of checkboxes, initially all ticked. The form posts each ticked one as `name=value`. */
  groups: readonly {
    legend: string;
    choices: readonly { name: string; value: string; label: string; detail?: string }[];
  }[];
  /** Name of an ad account that only grants with events include. Its checkbox is initially empty. */
  accountWithEvents: string | undefined;
};

const eventsField = 'with_events';

/** Whether the person ticked the box for the ad account with events. */
export const asksForEvents = (request: Request): boolean => bodyText(request, eventsField) !== undefined;

/** Sends the consent page. Its buttons post `decision=allow` or `decision=deny`. */
export const sendConsentPage = (response: Response, page: ConsentPage): void => {
  sendPage(response, {
    title: `Sign in with ${page.simulated}`,
    simulated: page.simulated,
    body: html`<h1>Leadlight wants access to your ${page.simulated} account</h1>
      <p class="soft">Signed in as ${page.person}</p>
      <form method="post" action="${page.action}">
        ${Object.entries(page.hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${page.groups.map(
          (group) =>
            html`<fieldset>
              <legend>${group.legend}</legend>
              ${group.choices.map(
                (choice) =>
                  html`<label class="choice"
                    ><input type="checkbox" name="${choice.name}" value="${choice.value}" checked />
                    <span
                      >${choice.label}${choice.detail !== undefined && html`<small>${choice.detail}</small>`}</span
                    ></label
                  >`,
              )}
            </fieldset>`,
        )}
        ${
          // The checkbox has no value, so scripts that post all form values omit it, as people do by default.
          page.accountWithEvents !== undefined &&
          html`<fieldset>
            <legend>More sample data</legend>
            <label class="choice"
              ><input type="checkbox" name="${eventsField}" />
              <span
                >Also the ad account with events<small
                  >${page.accountWithEvents}: it has changes for AI Insights to find</small
                ></span
              ></label
            >
          </fieldset>`
        }
        <div class="actions">
          <button class="primary" type="submit" name="decision" value="allow">Allow</button>
          <button type="submit" name="decision" value="deny">Deny</button>
        </div>
      </form>`,
  });
};

/** Shows why the sign-in cannot continue when a redirect is impossible or unsafe. */
export const sendConsentError = (
  response: Response,
  simulated: string,
  status: number,
  code: string,
  message: string,
): void => {
  sendPage(response, {
    title: 'Access blocked',
    simulated,
    status,
    body: html`<h1>Access blocked</h1>
      <p>${message}</p>
      <p class="soft">Error ${status}: ${code}</p>`,
  });
};
