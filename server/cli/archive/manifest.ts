import * as z from 'zod';

/** Grows when files are written that an older version could not read. */
export const formatVersion = 1;

export const manifestName = 'manifest.json';
/** The keys that open the stored tokens, a line each, as in `DATA_DIR/encryption.key`. */
export const keysName = 'encryption.key';

const tableName = z.string().regex(/^\w+$/);

/** What a backup holds. It is the last entry of the file: where it is, nothing is missing. */
export const manifestSchema = z.object({
  formatVersion: z.number().int(),
  /** Of Leadlight. */
  productVersion: z.string(),
  createdAt: z.iso.datetime(),
  engine: z.enum(['embedded', 'server']),
  /** Name of the last migration of the schema, e.g. `0003_erasures`. */
  lastMigration: z.string(),
  /** Ids of the keys in the file; empty when it was written without them. */
  keyIds: z.array(z.string()),
  /** Ids of the keys that the stored tokens are sealed with. */
  sealedKeyIds: z.array(z.string()),
  tables: z.array(
    z.object({
      name: tableName,
      columns: z.array(z.string()),
      rows: z.number().int(),
      /** Over all rows, whatever their order. */
      checksum: z.string(),
    }),
  ),
});
export type Manifest = z.output<typeof manifestSchema>;

/** Entry of a piece of a table, numbered from 1. */
export const partName = (table: string, number: number): string =>
  `tables/${table}/${String(number).padStart(6, '0')}.copy`;

/** The table of an entry; null when it is another one. */
export const tableOfPart = (entry: string): string | null => /^tables\/(\w+)\/\d{6,}\.copy$/.exec(entry)?.[1] ?? null;
