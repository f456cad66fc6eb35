import { join } from 'node:path';

/** Major version of the PostgreSQL that this release brings. Another major version cannot read its files. */
export const postgresMajor = 18;

/** The files of the embedded database. The name carries the major version, so that a later release sees what it cannot read. */
export const databaseFolderOf = (dataDir: string): string => join(dataDir, `postgres-${postgresMajor}`);

/** The folder of the server's Unix socket, closed to other users. */
export const socketFolderOf = (dataDir: string): string => join(dataDir, 'postgres-socket');

/** Leadlight 1.0.0 kept its database here, in the format of PGlite. */
export const pgliteFolderOf = (dataDir: string): string => join(dataDir, 'postgres');
