import { PGlite } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { quoteColumns, quoteTable, sessionSettings } from './DumpSession.ts';
import type { DumpSession } from './DumpSession.ts';

/** What is in memory at once. Texts that are stored apart are compressed there: they grow when they are read. */
const pieceBytes = 2 * 1024 * 1024;
const blockBytes = 8_192;
/**
 * With its usual buffers it takes twice the memory, and in a container the product needs its own beside it. Tables that are made
 * and filled in one transaction are not written to the log as well.
 */
const settings = ['shared_buffers=16MB', 'wal_level=minimal', 'max_wal_senders=0'];
const startParams = [...PGlite.defaultStartParams, ...settings.flatMap((setting) => ['-c', setting])];

/**
 * Opens the files of an embedded database in this very thread, which nobody else needs. The protocol of the embedded database
 * knows no COPY from the client, so rows pass through the file `/dev/blob` that it has in their place.
 */
export const openEmbeddedSession = async (folder: string): Promise<DumpSession> => {
  const db = await PGlite.create({ dataDir: folder, extensions: { pg_trgm }, startParams });
  await db.exec(sessionSettings);

  const query: DumpSession['query'] = async <Row>(text: string, values?: unknown[]) =>
    (await db.query<Row>(text, values)).rows;

  return {
    engine: 'embedded',
    query,
    execute: async (text) => {
      await db.exec(text);
    },
    // The whole answer is in memory, so a table is read in runs of its blocks; a partitioned one has none itself, its parts have.
    copyOut: async function* (table) {
      const parts = await query<{ name: string; heap: number; total: number }>(
        `select oid::regclass::text as name, pg_relation_size(oid)::float8 as heap, pg_table_size(oid)::float8 as total
         from pg_class
         where relkind = 'r'
           and (oid = $1::regclass or oid in (select relid from pg_partition_tree($1::regclass)))`,
        [quoteTable(table)],
      );
      for (const { name, heap, total } of parts) {
        const blocks = Math.ceil(heap / blockBytes);
        const bytesPerBlock = blocks === 0 ? blockBytes : total / blocks;
        const step = Math.max(1, Math.floor(pieceBytes / bytesPerBlock));
        for (let block = 0; block < blocks; block += step) {
          const rows = `select ${quoteColumns(table)} from ${name} where ctid >= '(${block},0)' and ctid < '(${block + step},0)'`;
          const { blob } = await db.query(`copy (${rows}) to '/dev/blob'`);
          if (blob && blob.size > 0) yield new Uint8Array(await blob.arrayBuffer());
        }
      }
    },
    copyIn: async (table, text) => {
      await db.query(`copy ${quoteTable(table)} (${quoteColumns(table)}) from '/dev/blob'`, [], {
        blob: new Blob([text]),
      });
    },
    close: () => db.close(),
  };
};
