import { access, constants } from 'node:fs/promises';

/** Error codes of an existing file that this process may not use. They do not mean damage. */
const closedCodes = new Set(['EACCES', 'EPERM', 'EROFS']);

export const isClosed = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && closedCodes.has(error.code);

/** How to make a data folder accessible after the error `code`. */
export const openingAdvice = (code: string, dataDir: string): string =>
  code === 'EROFS'
    ? 'Its disk is mounted read-only. Mount it for writing; for a container, mount the volume without :ro.'
    : `Run this as the user that Leadlight runs as. If that user gets the same answer: chown -R USER ${dataDir} && chmod -R u+rwX ${dataDir}`;

/** Whether this process may use the contents of `folder`. */
export const canEnter = (folder: string): Promise<boolean> =>
  access(folder, constants.X_OK).then(
    () => true,
    () => false,
  );
