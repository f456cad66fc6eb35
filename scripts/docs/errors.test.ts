import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errorCodes } from '#shared/errorCodes.ts';
import { readPage, root } from './markdown.ts';

/* Compares docs/ERRORS.md with the server in both directions, and checks that each code has advice for each reader. */

const rows = [...readPage('docs/ERRORS.md').text.matchAll(/^\| `([A-Z_]+)` +\| (.+) \|$/gm)].map(
  ([, code = '', rest = '']) => {
    const [statuses = '', ...words] = rest.split('|').map((cell) => cell.trim());
    return { code, statuses: statuses.split(', ').map(Number), words };
  },
);

const pairsOf = (code: string, statuses: Iterable<number>) => [...statuses].map((status) => `${status} ${code}`);

/** `404 NOT_FOUND` for each status that is followed by a code in the server's sources. */
const readRaised = (): string[] => {
  const names = readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' });
  const isProduct = (name: string) => /(?<!\.test)\.ts$/.test(name) && !/^sandbox\/|testing\//.test(name);
  const raised = names
    .filter(isProduct)
    .flatMap((name) => [...readFileSync(join(root, 'server', name), 'utf8').matchAll(/\b(\d{3}),\s*'([A-Z][A-Z_]+)'/g)])
    .map(([, status = '', code = '']) => `${status} ${code}`);
  // The web role's own error while the API is down (server/web/proxy/apiProxy.ts).
  return [...new Set([...raised, '502 UNAVAILABLE'])];
};

test('the page has every code once', () => {
  expect(rows.map(({ code }) => code)).toEqual([...errorCodes]);
});

test('the page lists exactly the codes and statuses that the server raises', () => {
  expect(rows.flatMap(({ code, statuses }) => pairsOf(code, statuses)).toSorted()).toEqual(readRaised().toSorted());
});

test('each code says what happened and what the person, the program and the operator can do', () => {
  const silent = rows.filter(({ words }) => words.length !== 4 || words.some((word) => word === ''));
  expect(silent).toEqual([]);
});
