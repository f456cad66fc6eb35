import * as z from 'zod';

/** Incremented whenever older versions can no longer read the files. */
export const formatVersion = 1;

export const manifestName = 'manifest.json';
/** The keys that open the stored tokens, one per line, as in `DATA_DIR/encryption.key`. */
export const keysName = 'encryption.key';

const tableName = z.string().regex(/^\w+$/);

/** The contents of a backup. The manifest is the last entry, so a file that has it is complete. */
export const manifestSchema = z.object({
  formatVersion: z.number().int(),
  /** The version of Leadlight. */
  productVersion: z.string(),
  createdAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  /** Name of the last migration of the schema, e.g. `0003_erasures`. */
  lastMigration: z.string(),
  /** Ids of the keys in the file; empty without keys. */
  keyIds: z.array(z.string()),
  /** Ids of the keys that sealed the stored tokens. */
  sealedKeyIds: z.array(z.string()),
  tables: z.array(
    z.object({
      name: tableName,
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Over all rows, in any order. */
      checksum: z.string(),
    }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Entry of a piece of a table, numbered from 1. */
export const partName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`;

/** The table of an entry; null for an entry that is no table. */
export const tableOfPart = (entry: string): string | null => /^tables\/(\w+)\/\d{6,}\.copy$/.exec(entry)?.[1] ?? null;
