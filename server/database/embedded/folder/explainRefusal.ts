import { StartRefusedError } from '#server/lib/failures/StartRefusedError.ts';

/** Always shown before any step that could lose data. */
const keepFirst = (folder: string): string =>
  `Nothing was changed. First copy the folder as it is (cp -a ${folder} ELSEWHERE)`;

/** The last output of a server that does not start, the cause in plain words, and a next step that cannot lose data. */
const causes: readonly { said: RegExp; explain: (folder: string) => string }[] = [
  {
    said: /group or world access|invalid permissions/,
    explain: (folder) => `Other users can enter it, and nothing is damaged: chmod 700 ${folder}`,
  },
  {
    said: /wrong ownership|Permission denied|Operation not permitted/,
    explain: (folder) =>
      `Files in it belong to another user, and nothing is damaged: run this as the user that Leadlight runs as. If that user gets the same answer: chown -R USER ${folder} && chmod -R u+rwX,go-rwx ${folder}`,
  },
  {
    said: /Read-only file system/,
    explain: () => 'Its disk is mounted read-only, and nothing is damaged: mount it for writing.',
  },
  {
    said: /No space left|Disk quota exceeded/,
    explain: () => 'Its disk is full, and nothing is damaged: make room, then start again.',
  },
  {
    said: /lock file .*(?:exists|empty)|shared memory block|Is another postmaster/,
    explain: () =>
      'A PostgreSQL server still uses it, and nothing is damaged: stop that server, or wait until it has ended.',
  },
  {
    said: /socket path .* too long|could not (?:create|bind).*socket|no socket/i,
    explain: () => 'Its socket cannot be made, and nothing is damaged: set DATA_DIR to a shorter path on a local disk.',
  },
  {
    said: /Cannot allocate memory|out of memory|could not create shared memory|could not map anonymous/,
    explain: () => 'The machine or container has too little memory, and nothing is damaged: give it more.',
  },
  {
    said: /locale|setlocale/,
    explain: () =>
      'The database was made with a locale that this machine does not have, and nothing is damaged: install the locale, or start on the machine that made it.',
  },
  {
    said: /configuration (?:file|parameter)|syntax error in file/,
    explain: (folder) =>
      `A settings file in it has an error, and nothing is damaged: correct postgresql.conf and postgresql.auto.conf in ${folder}; Leadlight needs only the line "include 'storage.conf'".`,
  },
];

const damageAdvice = (folder: string): string =>
  `${keepFirst(folder)}, and look at the disk for errors. If the folder is itself a copy, complete it from the original with Leadlight stopped. Only if that is impossible: Restore a backup into an empty DATA_DIR ("npm run restore -- FILE"), and keep this folder until everything is there.`;

/** The refusal for a database on which the server cannot start. */
export const refuseUnreadable = (folder: string, reason: string): StartRefusedError => {
  const cause = causes.find(({ said }) => said.test(reason));
  return new StartRefusedError(
    `The database in ${folder} cannot be opened: ${reason}. ${cause ? cause.explain(folder) : damageAdvice(folder)}`,
  );
};

/** PostgreSQL: damaged data or indexes, and missing or unreadable files. */
const damageCodes = new Set(['XX001', 'XX002', '58P01', '58030']);
const maxCauses = 4;

const findDamage = (error: unknown, depth = 0): Error | null => {
  if (!(error instanceof Error) || depth > maxCauses) return null;
  return 'code' in error && typeof error.code === 'string' && damageCodes.has(error.code)
    ? error
    : findDamage(error.cause, depth + 1);
};

/**
 * Explains an error about damaged files; returns any other error unchanged.
 * @param folder of the embedded database; null for a database server
 */
export const explainDamage = (error: unknown, folder: string | null): unknown => {
  if (error instanceof StartRefusedError) return error;
  const damage = findDamage(error);
  if (!damage) return error;
  if (folder !== null) return refuseUnreadable(folder, damage.message);
  return new StartRefusedError(
    `The database of DATABASE_URL has damaged files: ${damage.message}. Nothing was changed. Show this line to the administrator of that server, before anything is restored or deleted there.`,
  );
};
