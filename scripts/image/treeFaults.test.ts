import { chmod, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { testFolder } from '#testing/testFolder.ts';
import { treeFaults } from './treeFaults.ts';

const makeTree = async (files: Record<string, string> = {}): Promise<string> => {
  const folder = await testFolder();
  const all = {
    'package.json': '{"imports":{"#shared/*":"./shared/*"}}',
    'package-lock.json': '{"packages":{"node_modules/vite":{"dev":true},"node_modules/pg":{}}}',
    'server/main.ts':
      "import { Pool } from 'pg';\nimport { limits } from '#shared/limits.ts';\nimport './listen.ts';\n",
    'server/listen.ts': "import type { Helper } from './testing/helper.ts';\nexport const port = 1;\n",
    'shared/limits.ts': 'export const limits = {};\n',
    'node_modules/pg/index.js': 'module.exports = {};\n',
    'node_modules/.cache/node/v24/1f': 'compiled',
    ...files,
  };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { mode: 0o644 });
  }
  return folder;
};

test('a complete tree without unneeded files has no fault', async () => {
  const folder = await makeTree();
  await symlink('index.js', join(folder, 'node_modules/pg/pg.js'));
  expect(await treeFaults(folder)).toEqual([]);
});

test('names files that do not belong in an image', async () => {
  const folder = await makeTree({
    '.env': 'OPERATOR_TOKEN=x',
    'dist/client/app.js.map': '{}',
    'server/main.test.ts': '',
    'server/testing/helper.ts': '',
    'node_modules/pg/index.d.ts': '',
    'node_modules/vite/index.js': '',
    'shared/server.key': '',
  });
  await chmod(join(folder, 'server/listen.ts'), 0o666);
  await symlink('/etc/passwd', join(folder, 'server/passwd'));
  await symlink('lost.so.1.2', join(folder, 'server/lost.so.1'));
  expect((await treeFaults(folder)).toSorted()).toEqual([
    '.env is hidden',
    'dist/client/app.js.map is a source map',
    'node_modules/pg/index.d.ts is not code that Node runs',
    'node_modules/vite is a package for development',
    'server/listen.ts is writable by users other than its owner',
    'server/lost.so.1 links to lost.so.1.2, which is missing',
    'server/main.test.ts is a test',
    'server/passwd links to another folder',
    'server/testing/helper.ts belongs to the tests',
    'shared/server.key may be a secret',
  ]);
});

test('names modules that import a missing one', async () => {
  const folder = await makeTree({
    'server/startWeb.ts':
      "import {\n  createWeb,\n} from './web/createWeb.ts';\nexport { textDates } from '#shared/publicPages.ts';\n",
  });
  expect(await treeFaults(folder)).toEqual([
    'server/startWeb.ts imports server/web/createWeb.ts, which is missing',
    'server/startWeb.ts imports shared/publicPages.ts, which is missing',
  ]);
});
