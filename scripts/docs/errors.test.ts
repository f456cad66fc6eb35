import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '#shared/errorCodes.ts';
import { readPage, root } from './markdown.ts';

/* docs/ERRORS.md against the server: codes and statuses, both ways, and a word for each who meets one. */

const rows = [...readPage('docs/ERRORS.md').text.matchAll(/^\| `([A-Z_]+)` +\| (.+) \|$/gm)].map(
  ([, code = '', rest = '']) => {
    const [statuses = '', ...words] = rest.split('|').map((cell) => cell.trim());
    return { code, statuses: statuses.split(', ').map(Number), words };
  },
);

const pairsOf = (code: string, statuses: Iterable<number>) => [...statuses].map((status) => `${status} ${code}`);

/** `404 NOT_FOUND` for each status and code that stand beside each other in the server. */
const readRaised = (): string[] => {
  const names = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' });
  const isProduct = (name: string) => /(?<!\.test)\.ts$/.test(name) && !/^sandbox\/|testing\//.test(name);
  const raised = names
    .filter(isProduct)
    .flatMap((name) => [...readFileSync(join(root, 'server', name), 'utf8').matchAll(/\b(\d{3}),\s*'([A-Z][A-Z_]+)'/g)])
    .map(([, status = '', code = '']) => `${status} ${code}`);
  // The public server's own answer while the API is away (server/web/proxy/apiProxy.ts).
  return [...new Set([...raised, '502 UNAVAILABLE'])];
};

test('the page has every code, once', () => {
  expect(rows.map(({ code }) => code)).toEqual([...errorCodes]);
});

test('codes and statuses of the page are those that the server raises, both ways', () => {
  expect(rows.flatMap(({ code, statuses }) => pairsOf(code, statuses)).toSorted()).toEqual(readRaised().toSorted());
});

test('each code says what happened, and what helps the person, the program and the operator', () => {
  const silent = rows.filter(({ words }) => words.length !== 4 || words.some((word) => word === ''));
  expect(silent).toEqual([]);
});
