import { createHash } from 'node:crypto';
import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { inTurns } from '#server/lib/flow/inTurns.ts';
import { toCustomLeads } from '#server/modules/sheets/toCustomLeads.ts';
import type { SheetSyncRow } from '#server/modules/sheets/syncs/sheetSyncs.store.ts';

/*
 * How 2.0 named the rows of a sheet. These names recognize the leads that it stored, and those that were erased since.
 * They are stored, so they must not change.
 */

/** 2.0 stored a longer id as its hash. */
const longestId = 200;
/** 2.0 shortened longer questions. */
const longestQuestion = 200;

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

/** Numbers rows with the same content from 0. */
const createContentCounter = (): ((content: unknown) => string) => {
  const seen = new Map<string, number>();
  return (content) => {
    const hash = hashOf(content);
    const number = seen.get(hash) ?? 0;
    seen.set(hash, number + 1);
    return `${hash}:${number}`;
  };
};

/** The identity of a row without an id: its content. */
export const createFormerIdentities = ({
  documentId,
  gid,
}: Pick<SheetSyncRow, 'documentId' | 'gid'>): ((values: CustomLeadValues) => string) => {
  const countContent = createContentCounter();
  // The first tab has the gid 0, whether the address names it or not.
  return (values) => `row:${documentId}:${gid ?? '0'}:${countContent(customLeadKeys.map((key) => values[key]))}`;
};

/** The ids of the rows of a sheet of the type TikTok, which 2.0 stored in the list of TikTok's leads, by row. */
export const readFormerLeadIds = async (rows: readonly string[][]): Promise<Map<number, string>> => {
  const questions = (rows[0] ?? []).map(
    (title, index) => title.trim().slice(0, longestQuestion).toWellFormed() || `Column ${index + 1}`,
  );
  const countContent = createContentCounter();
  const ids = new Map<number, string>();
  for await (const { row, values } of inTurns(toCustomLeads(rows))) {
    const id = values.id.trim();
    const answers = (rows[row - 1] ?? []).flatMap((cell, index) =>
      cell.trim() === '' ? [] : [{ name: questions[index] ?? `Column ${index + 1}`, values: [cell] }],
    );
    if (id === '') ids.set(row, `sheet-${countContent(answers)}`);
    else ids.set(row, id.length > longestId ? `sheet-${hashOf(id)}` : id);
  }
  return ids;
};
