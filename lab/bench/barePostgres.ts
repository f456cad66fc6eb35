import { chown, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createDatabaseFolder } from '#server/database/embedded/folder/createDatabaseFolder.ts';
import { chooseServerAccount } from '#server/database/embedded/folder/systemAccount.ts';
import { launchServer } from '#server/database/embedded/server/launchServer.ts';
import type { ServerProcess } from '#server/database/embedded/server/launchServer.ts';
import { findServerPrograms } from '#server/database/embedded/server/serverPrograms.ts';

const dataOf = (folder: string): string => join(folder, 'data');
const socketsOf = (folder: string): string => join(folder, 'socket');

/** Creates an empty database below `folder` with only the product's PostgreSQL and its settings. */
export const createBarePostgres = async (folder: string): Promise<void> => {
  const account = await chooseServerAccount(dataOf(folder));
  await mkdir(socketsOf(folder), { mode: 0o700 });
  if (account) await chown(socketsOf(folder), account.uid, account.gid);
  await createDatabaseFolder(dataOf(folder), { programs: await findServerPrograms(account), account });
};

/** Starts it, and waits until it accepts connections. */
export const startBarePostgres = async (folder: string): Promise<ServerProcess> => {
  const account = await chooseServerAccount(dataOf(folder));
  const server = await launchServer({
    databaseFolder: dataOf(folder),
    socketFolder: socketsOf(folder),
    programs: await findServerPrograms(account),
    account,
    onLine: () => {},
  });
  await server.ready;
  return server;
};
