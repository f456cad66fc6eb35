import { readFileSync, readdirSync } from 'node:fs';
import express from 'express';
import supertest from 'supertest';
import { expect, test } from 'vitest';
import { sendDocument } from './sendDocument.ts';

/** Color tokens of a style sheet: name without `color-`, and value. */
const readTokens = (css: string): Map<string, string> =>
  new Map(
    [...css.matchAll(/--(?:color-)?([\w-]+): (light-dark\(.+\));/g)].map(([, name = '', value = '']) => [name, value]),
  );

test("the API's own pages use the colors of the app", () => {
  const app = readTokens(readFileSync(new URL('../../../../client/styles/tokens.css', import.meta.url), 'utf8'));
  const own = readTokens(readFileSync(new URL('base.css', import.meta.url), 'utf8'));
  expect(own.size).toBeGreaterThan(10);
  for (const [name, value] of own) expect([name, value]).toEqual([name, app.get(name)]);
});

/** `selector { property: value }`, one for each selector and declaration that holds at every width. */
const readDeclarations = (css: string): string[] =>
  [...css.matchAll(/^([^\s@}/][^{}]*) \{([^{}]*)^\}/gm)].flatMap(([, selectors = '', body = '']) =>
    selectors.split(/,\s*/).flatMap((selector) =>
      body
        .split(';')
        .map((declaration) => declaration.trim().replaceAll(/\s+/g, ' '))
        .filter((declaration) => declaration !== '')
        .map((declaration) => `${selector} { ${declaration} }`),
    ),
  );

test('no page repeats a base style or defines its own colors', () => {
  const server = new URL('../../../', import.meta.url);
  const sheets = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.css') && name !== 'lib/http/pages/base.css',
  );
  const base = readDeclarations(readFileSync(new URL('base.css', import.meta.url), 'utf8'));
  expect(base).toContain('ul { margin: 0 }');
  expect(sheets.length).toBeGreaterThan(1);
  for (const sheet of sheets) {
    const own = readFileSync(new URL(sheet, server), 'utf8');
    expect([sheet, readDeclarations(own).filter((each) => base.includes(each))]).toEqual([sheet, []]);
    expect(own).not.toMatch(/oklch|light-dark|color-scheme/);
  }
});

test('a document allows only its granted permissions, and its title is escaped', async () => {
  const app = express();
  const document = { title: '<b>', styles: '/own.css', main: '<main></main>' };
  app.get('/plain', (_request, response) => sendDocument(response, document));
  app.get('/form', (_request, response) => sendDocument(response, document, { status: 401, may: ['form'] }));
  app.get('/popup', (_request, response) =>
    sendDocument(response, { ...document, script: '/own.js' }, { may: ['script', 'connect'], isPopup: true }),
  );

  const plain = await supertest(app).get('/plain');
  expect(plain.status).toBe(200);
  expect(plain.text).toContain('<title>&lt;b&gt; · Leadlight</title>');
  expect(plain.text).not.toContain('<script');
  expect(plain.headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy':
      "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });

  const form = await supertest(app).get('/form');
  expect(form.status).toBe(401);
  expect(form.headers['content-security-policy']).toContain("form-action 'self'");
  expect(form.headers['content-security-policy']).not.toContain('script-src');

  const popup = await supertest(app).get('/popup');
  expect(popup.text).toContain('<script type="module" src="/own.js"></script>');
  expect(popup.headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self'");
  expect(popup.headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups');
});
