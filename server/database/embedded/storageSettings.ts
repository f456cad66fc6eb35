import { open } from 'node:fs/promises';
import { join } from 'node:path';

/** The part of the server's settings that changes while it runs; postgresql.conf includes it. */
export const storageSettingsName = 'storage.conf';

/** Both texts have one length, so that writing them over each other needs no room on the disk. */
export const storageSettingsText = (isReadOnly: boolean): string =>
  `default_transaction_read_only = ${isReadOnly ? 'on ' : 'off'}\n`;

/** Takes effect when the server starts or reads its settings again. */
export const writeStorageSettings = async (databaseFolder: string, isReadOnly: boolean): Promise<void> => {
  const file = await open(join(databaseFolder, storageSettingsName), 'r+');
  try {
    await file.write(storageSettingsText(isReadOnly), 0);
  } finally {
    await file.close();
  }
};
