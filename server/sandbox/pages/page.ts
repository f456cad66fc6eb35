import type { Response } from 'express';
import { html } from './html.ts';
import type { Html } from './html.ts';

export type SandboxPage = {
  title: string;
  /** The name of the simulated service, e.g. `Google`. The banner explains that the service is not real. */
  simulated?: string;
  body: Html;
  /** `wide` for tables, `narrow` (the default) for forms. */
  width?: 'narrow' | 'wide';
  /** Path of the page's script in the sandbox. */
  script?: string;
  status?: number;
};

const contentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; script-src 'self'; img-src data:; base-uri 'none'";

const style: Html = {
  markup: `
:root { color-scheme: light dark; --text: #1c1f24; --soft: #5c6470; --line: #dfe3e8; --card: #fff; --ground: #f5f6f8; --accent: #2f5bea; --accent-text: #fff; --banner: #fff3d6; --banner-text: #5f4300; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e8eaee; --soft: #a2a9b4; --line: #343a44; --card: #1c2027; --ground: #13161b; --accent: #8ba6ff; --accent-text: #10131a; --banner: #3b2f10; --banner-text: #ffdf9a; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif; }
.banner { margin: 0; padding: 8px 16px; background: var(--banner); color: var(--banner-text); text-align: center; font-size: 13px; }
main { margin: 24px auto; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 10px; }
main.narrow { max-width: 440px; width: calc(100% - 24px); }
main.wide { width: calc(100% - 24px); max-width: 1600px; overflow-x: auto; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; }
h2 { margin: 20px 0 8px; font-size: 15px; }
p { margin: 0 0 12px; }
a { color: var(--accent); }
.soft { color: var(--soft); }
fieldset { margin: 16px 0; padding: 0; border: 0; }
legend { padding: 0; font-weight: 600; }
label.choice { display: flex; gap: 10px; padding: 8px 0; border-bottom: 1px solid var(--line); }
label.choice small { display: block; color: var(--soft); overflow-wrap: anywhere; }
label.field { display: block; margin: 12px 0; }
input:not([type=checkbox]) { display: block; width: 100%; margin-top: 4px; padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--ground); color: inherit; font: inherit; }
.actions { display: flex; flex-wrap: wrap; gap: 10px; margin-top: 20px; }
button { padding: 8px 18px; border: 1px solid var(--line); border-radius: 6px; background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer; }
button.primary { border-color: var(--accent); background: var(--accent); color: var(--accent-text); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
table { border-collapse: collapse; font-size: 13px; font-variant-numeric: tabular-nums; }
th, td { padding: 6px 10px; border: 1px solid var(--line); text-align: left; white-space: nowrap; max-width: 420px; overflow: hidden; text-overflow: ellipsis; }
th { position: sticky; top: 0; background: var(--ground); }
td.number { text-align: right; }
article { padding: 12px 0; border-top: 1px solid var(--line); }
pre { margin: 8px 0 0; white-space: pre-wrap; font: 13px/1.5 ui-monospace, monospace; }
`,
};

const renderPage = ({ title, simulated, body, script, width = 'narrow' }: SandboxPage): string => {
  const banner = simulated ? `Sandbox: this is not ${simulated}` : 'Sandbox';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} (sandbox)</title>
        <link rel="icon" href="data:," />
        <style>
          ${style}
        </style>
      </head>
      <body>
        <p class="banner">${banner}. Nothing here leaves this machine.</p>
        <main class="${width}">${body}</main>
        ${script !== undefined && html`<script src="${script}"></script>`}
      </body>
    </html> `.markup;
};

/** Sends a sandbox page for people: consent, mail, spreadsheet or error. */
export const sendPage = (response: Response, page: SandboxPage): void => {
  response
    .status(page.status ?? 200)
    .set('Cache-Control', 'no-store')
    .set('Referrer-Policy', 'no-referrer')
    .set('Content-Security-Policy', contentSecurityPolicy)
    .type('html')
    .send(renderPage(page));
};
