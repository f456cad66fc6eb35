import { Router } from 'express';
import { apiBase } from '#shared/contracts/endpoint.ts';
import type { Endpoint } from '#shared/contracts/endpoint.ts';
import { escapeHtml } from '#server/lib/escapeHtml.ts';
import { buildOpenApi } from './openApi.ts';

const css = `:root { color-scheme: light dark; }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: 0.5rem 0.75rem; border-bottom: 1px solid color-mix(in srgb, currentcolor 15%, transparent); }
code { font-family: ui-monospace, monospace; font-size: 13px; }
`;

const row = ({ method, path, access, summary }: Endpoint): string =>
  `<tr><td><code>${method}</code></td><td><code>${escapeHtml(apiBase + path)}</code></td><td>${escapeHtml(summary)}</td><td>${
    access === 'user' ? 'session' : 'open'
  }</td></tr>`;

const page = (endpoints: readonly Endpoint[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Leadlight API</title>
<link rel="stylesheet" href="${apiBase}/docs.css">
</head>
<body>
<main>
<h1>Leadlight API</h1>
<p>Calls take and answer JSON. A session is shown as <code>Authorization: Bearer …</code>; sign-in answers it as <code>data.token</code>.
Fields, types and error codes are in the <a href="${apiBase}/openapi.json">OpenAPI 3.1 document</a>.</p>
<table>
<thead><tr><th scope="col">Method</th><th scope="col">Path</th><th scope="col">What for</th><th scope="col">Access</th></tr></thead>
<tbody>
${endpoints.map(row).join('\n')}
</tbody>
</table>
</main>
</body>
</html>
`;

/** `/api/openapi.json` for programs and `/api/docs` for people, both made from the contracts. */
export const apiDocs = (endpoints: readonly Endpoint[], publicUrl: string): Router => {
  // Made when it is first asked for: few ever do, and each start would wait for it.
  let document: ReturnType<typeof buildOpenApi> | null = null;
  const router = Router();
  router.get(`${apiBase}/openapi.json`, (_request, response) => {
    document ??= buildOpenApi(endpoints, publicUrl);
    response.json(document);
  });
  router.get(`${apiBase}/docs.css`, (_request, response) => {
    response.type('css').send(css);
  });
  router.get(`${apiBase}/docs`, (_request, response) => {
    response
      .set('Content-Security-Policy', "default-src 'none'; style-src 'self'; frame-ancestors 'none'")
      .type('html')
      .send(page(endpoints));
  });
  return router;
};
