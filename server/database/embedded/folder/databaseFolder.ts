import { join } from 'node:path';

/** Major version of PostgreSQL in this release. Other major versions cannot read its files. */
export const postgresMajor = 18;

/**
 * The files of the embedded database. The name contains the major version, so that a later release recognizes files it
 * cannot read.
 */
export const databaseFolderOf = (dataDir: string): string => join(dataDir, `postgres-${postgresMajor}`);

/** The folder of the server's Unix socket, closed to other users. */
export const socketFolderOf = (dataDir: string): string => join(dataDir, 'postgres-socket');

/** Leadlight 1.0.0 kept its database here, in the format of PGlite. */
export const pgliteFolderOf = (dataDir: string): string => join(dataDir, 'postgres');
