import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** The setting that changes while the server runs; postgresql.conf includes it. */
export const storageSettingsName = 'storage.conf';

/** Both texts have the same length, so overwriting one with the other needs no disk space. */
export const storageSettingsText = (isReadOnly: boolean): string =>
  `default_transaction_read_only = ${isReadOnly ? 'on ' : 'off'}\n`;

/** Takes effect when the server starts or reloads its settings. */
export const writeStorageSettings = async (databaseFolder: string, isReadOnly: boolean): Promise<void> => {
  const file = await open(join(databaseFolder, storageSettingsName), 'r+');
  try {
    await file.write(storageSettingsText(isReadOnly), 0);
  } finally {
    await file.close();
  }
};
