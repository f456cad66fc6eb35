import { join } from 'node:path';

/** The folder of the embedded database's own files. */
export const databaseFolderOf = (dataDir: string): string => join(dataDir, 'postgres');

/** Where its files are copied to for a backup; goes with whoever asked for it. */
export const snapshotFolderOf = (dataDir: string): string => `${databaseFolderOf(dataDir)}.snapshot`;
