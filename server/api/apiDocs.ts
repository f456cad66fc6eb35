import { Router } from 'express';
import { apiBase } from '#shared/contracts/endpoint.ts';
import type { Access, Endpoint } from '#shared/contracts/endpoint.ts';
import { escapeHtml } from '#server/lib/http/escapeHtml.ts';
import { readStyles } from '#server/lib/http/pages/readStyles.ts';
import { sendDocument } from '#server/lib/http/pages/sendDocument.ts';
import { buildOpenApi } from './openApi.ts';

const accessWords: Readonly<Record<Access, string>> = {
  public: 'open',
  person: 'session',
  user: 'session',
  owner: 'owner',
};

const row = ({ method, path, access, summary }: Endpoint): string =>
  `<tr><td><code>${method}</code></td><td><code>${escapeHtml(apiBase + path)}</code></td><td>${escapeHtml(summary)}</td><td>${
    accessWords[access]
  }</td></tr>`;

const stylePath = `${apiBase}/docs.css`;

const renderMain = (endpoints: readonly Endpoint[]): string => `<main>
<p class="brand">Leadlight</p>
<h1>API</h1>
<p>Calls take and answer JSON. A session is shown as <code>Authorization: Bearer …</code>; sign-in answers it as <code>data.token</code>.
Fields, types and error codes are in the <a href="${apiBase}/openapi.json">OpenAPI 3.1 document</a>.</p>
<div class="calls" role="region" aria-label="Calls" tabindex="0">
<table>
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What for</th><th scope="col">Access</th></tr></thead>
<tbody>
${endpoints.map(row).join('\n')}
</tbody>
</table>
</div>
</main>`;

/** `/api/openapi.json` for programs and `/api/docs` for people, both made from the contracts. */
export const apiDocs = (endpoints: readonly Endpoint[], publicUrl: string): Router => {
  // Built on first use: it is rarely requested and would delay each start.
  let document: ReturnType<typeof buildOpenApi> | null = null;
  const router = Router();
  router.get(`${apiBase}/openapi.json`, (_request, response) => {
    document ??= buildOpenApi(endpoints, publicUrl);
    response.json(document);
  });
  const styles = readStyles(new URL('pages/docs.css', import.meta.url));
  router.get(stylePath, (_request, response) => {
    response.type('text/css').send(styles);
  });
  router.get(`${apiBase}/docs`, (_request, response) => {
    sendDocument(response, { title: 'API', styles: stylePath, main: renderMain(endpoints) });
  });
  return router;
};
