import * as z from 'zod';
import type { SheetCell } from '#server/providers/spreadsheets/SheetWriter.ts';
import type { RowChunk } from '#server/modules/exports/write/cutIntoChunks.ts';

const cell = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** The cells of a chunk. */
export const rowsOf = ({ rows }: Pick<RowChunk, 'rows'>): SheetCell[][] =>
  z.array(z.array(cell)).parse(JSON.parse(rows));
