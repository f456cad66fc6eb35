import { spawn } from 'node:child_process';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';
import { productVersion } from '#server/lib/productVersion.ts';
import { syncFolder } from '#server/lib/syncFolder.ts';
import { passFolder, plainFolder } from './passFolder.ts';
import type { ServerPrograms } from '#server/database/embedded/server/serverPrograms.ts';
import { serverEnvironment } from '#server/database/embedded/server/serverSettings.ts';
import { storageSettingsName, storageSettingsText } from '#server/database/embedded/storage/storageSettings.ts';
import { changeOwner, chooseNamedAccount } from './systemAccount.ts';
import type { SystemAccount } from './systemAccount.ts';

/** A file that marks a complete database folder as Leadlight's. */
export const markName = 'leadlight.json';

/**
 * Text settings: sorted by code point, with upper and lower case for every alphabet. docker-compose.yml sets the same
 * for its server.
 */
export const initdbArguments: readonly string[] = [
  '--username=postgres',
  // The permissions of the socket's folder decide who may connect.
  '--auth=trust',
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

type Options = { programs: ServerPrograms; account: SystemAccount | null };

/** @throws StartRefusedError with the message of initdb */
export const runInitdb = async (
  folder: string,
  { programs, account }: Options,
  flags: readonly string[] = [],
): Promise<void> => {
  const data = account ? await passFolder(folder, 3) : plainFolder(folder);
  try {
    await new Promise<void>((resolve, reject) => {
      const child = spawn(programs.initdb, ['-D', data.path, ...initdbArguments, ...flags], {
        env: serverEnvironment,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe', data.fd],
        ...account,
      });
      const errors: Buffer[] = [];
      child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk));
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0
          ? resolve()
          : reject(
              new StartRefusedError(
                `The embedded database could not be made in ${folder}: ${Buffer.concat(errors).toString().trim()}`,
              ),
            ),
      );
    });
  } finally {
    await data.close();
  }
};

/**
 * Creates a database at `folder`, which must be missing or empty. The folder gets its final name once everything is on
 * disk, so an incomplete folder never counts as a database.
 */
export const createDatabaseFolder = async (folder: string, options: Options): Promise<void> => {
  const { programs, account } = options;
  const draft = `${folder}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  const maker = account && (await chooseNamedAccount());
  if (maker) await chown(draft, maker.uid, maker.gid);
  await runInitdb(draft, { programs, account: maker });
  // The server's settings come from its command line, so that they match the running release.
  const files = {
    'postgresql.conf': `include '${storageSettingsName}'\n`,
    [storageSettingsName]: storageSettingsText(false),
    [markName]: `${JSON.stringify({ madeBy: `Leadlight ${productVersion}` })}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(draft, name), text, { mode: 0o600, flush: true });
  }
  if (account) await changeOwner(draft, account);
  await syncFolder(draft);
  await rename(draft, folder);
  await syncFolder(join(folder, '..'));
};
