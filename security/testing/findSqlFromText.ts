import { glob, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Known places that compose a statement from text, because names cannot be bound. None uses text from a request. */
const known: Readonly<Record<string, string>> = {
  'server/database/migrate.ts': 'the version of this release',
  'server/database/schema/columns.ts': 'names of columns, closed lists and a number, all constants',
  'server/database/schema/leads.ts': 'names of columns and a number, all constants',
  'server/database/moves/importedLeads.ts': 'names of columns, and quoted ids and times of stored leads',
  'server/database/connection/openListener.ts': 'the quoted name of a channel',
  'server/archive/restore/deleteErasures.ts': 'two fields of a job, named in the file',
  'server/archive/restore/loadBackup.ts': 'quoted names of tables of this version',
  'server/archive/openSession.ts': 'quoted names of tables of this version',
  'server/archive/restore/withoutIndexes.ts': 'quoted names of the catalog',
  'server/modules/leads/work/fields/workFields.ts': 'the type of a column, from the schema',
  'server/modules/findings/replay/replay.store.ts': 'the size of a read, a constant',
  'server/providers/google/api.ts': 'no SQL: the language of Google Ads, with fields and days of our own',
};

const signs: readonly [RegExp, string][] = [
  [/\bsql\.(?:raw|unsafe)\b/, 'sql.raw'],
  [/\.(?:query|execute)(?:<[^()]*>)?\(\s*(?:to\(|from\()?`[^`]*\$\{/, 'a template given to a driver'],
  [/\.(?:query|execute)(?:<[^()]*>)?\([^)]*['"`]\s*\+/, 'a sum of texts given to a driver'],
  // The tagged template `sql` binds its values; a plain template does not.
  [
    /(?<![\w>])`\s*(?:select|insert|update|delete|with|alter|create|drop|copy|set|vacuum)\s[^`]*\$\{/i,
    'a plain template',
  ],
  [/['"](?:select|insert into|update|delete from|alter|drop)\s[^'"\n]*['"]\s*\+/i, 'a sum of texts'],
];

/** Places in the server that compose a statement from text, except the known ones. */
export const findSqlFromText = async (): Promise<string[]> => {
  const found: string[] = [];
  const seen = new Set<string>();
  for await (const path of glob('server/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/(?:testing|sandbox)\//.test(path)) continue;
    const code = await readFile(`${root}/${path}`, 'utf8');
    for (const [sign, name] of signs)
      if (sign.test(code)) {
        seen.add(path);
        if (!Object.hasOwn(known, path)) found.push(`${path}: ${name}`);
      }
  }
  // Reports entries of the list that are no longer needed.
  return [
    ...found,
    ...Object.keys(known)
      .filter((path) => !seen.has(path))
      .map((path) => `${path}: no exception needed`),
  ];
};
