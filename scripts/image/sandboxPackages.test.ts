import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importedPackages } from './neededPackages.ts';
import { isShipped } from './ownFiles.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const shipped = readdirSync(`${root}server`, { recursive: true, encoding: 'utf8' })
  .map((path) => `server/${path}`)
  .filter((path) => path.endsWith('.ts') && isShipped(path))
  .map((path) => ({ path, code: readFileSync(`${root}${path}`, 'utf8') }));
const isSandbox = ({ path }: { path: string }): boolean => path.startsWith('server/sandbox/');
const product = shipped.filter((file) => !isSandbox(file));

test('no module outside the sandbox imports it statically, so a server without SANDBOX never loads its packages', () => {
  const staticImport = /^(?:import|export) (?!type )[^;]*?'[^']*\/sandbox\/[^']*'/m;
  expect(product.filter(({ code }) => staticImport.test(code)).map(({ path }) => path)).toEqual([]);
  expect(product.filter(({ code }) => /\bimport\('[^']*\/sandbox\//.test(code)).map(({ path }) => path)).toEqual([
    'server/main.ts',
  ]);
});

test('only the sandbox uses the mail server and the mail parser', () => {
  const elsewhere = new Set(product.flatMap(({ code }) => importedPackages(code)));
  const own = new Set(shipped.filter(isSandbox).flatMap(({ code }) => importedPackages(code)));
  expect([...own].filter((name) => !elsewhere.has(name)).toSorted()).toEqual(['postal-mime', 'smtp-server']);
});
