import { and, asc, eq, isNotNull, isNull, or, sql } from '#server/database/drizzle.ts';
import * as z from 'zod';
import type { ExportSource } from '#shared/contracts/exports.ts';
import type { Database } from '#server/database/Database.ts';
import {
  customLeadBatches,
  customLeadImports,
  exportChunks,
  exports,
  leadEntries,
  leadStatusTexts,
  leadWork,
  views,
  workspaceInvitations,
} from '#server/database/schema.ts';
import type { PersonMatcher } from './matchPerson.ts';
import { personKeys } from './personLeads.store.ts';
import { addToReceipt } from '#server/modules/privacy/receipts.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/* Erases the person from rows of imports and exports, notes, tags, status texts, saved views and invitations. */

/**
 * The person, the workspace, and the receipt for the deleted rows. Without a receipt, rows are counted but not deleted.
 */
export type Search = { db: Database; workspaceId: WorkspaceId; matcher: PersonMatcher; receipt: string | null };

const importedRow = z.looseObject({
  record: z.record(z.string(), z.string()),
  answers: z.optional(z.array(z.looseObject({ values: z.array(z.string()) }))),
});
const importedRows = z.array(importedRow);

/* One batch or chunk per statement: all at once would exceed the statement timeout and block others. */

const isPersonRow = ({ record, answers = [] }: z.output<typeof importedRow>, matcher: PersonMatcher): boolean =>
  matcher.isIn([...personKeys.map((key) => record[key] ?? ''), ...answers.flatMap(({ values }) => values)]);

/** Removes the person from the rows of unfinished imports. */
export const eraseFromImports = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { importId, number, rows } = customLeadBatches;
  const waiting = await db
    .select({ importId, number })
    .from(customLeadBatches)
    .where(eq(customLeadBatches.workspaceId, workspaceId))
    .orderBy(asc(importId), asc(number));
  let erased = 0;
  for (const batch of waiting) {
    const isBatch = and(
      eq(customLeadBatches.workspaceId, workspaceId),
      eq(importId, batch.importId),
      eq(number, batch.number),
    );
    const [found] = await db
      .select({ number })
      .from(customLeadBatches)
      .where(and(isBatch, matcher.mayBeIn(sql`${rows}`)));
    if (!found) continue;
    erased += await db.transaction(async (tx) => {
      const isImport = and(eq(customLeadImports.workspaceId, workspaceId), eq(customLeadImports.id, batch.importId));
      // A process that is storing the batch holds a lock on the import.
      await tx.select({ id: customLeadImports.id }).from(customLeadImports).where(isImport).for('update');
      const [stored] = await tx.select({ rows }).from(customLeadBatches).where(isBatch);
      if (!stored) return 0;
      const all = importedRows.parse(JSON.parse(stored.rows));
      const kept = all.filter((row) => !isPersonRow(row, matcher));
      const removed = all.length - kept.length;
      if (removed === 0 || receipt === null) return removed;
      await tx
        .update(customLeadBatches)
        .set({ rows: JSON.stringify(kept) })
        .where(isBatch);
      await addToReceipt(tx, receipt, { custom_lead_batches: removed });
      return removed;
    });
  }
  return erased;
};

/**
 * Clears the person's rows in stored export chunks. The empty row stays, because each row has its place in the sheet.
 * Campaign metrics contain no personal data.
 */
export const eraseFromExports = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { exportId, number, rows } = exportChunks;
  const kept = await db
    .select({ exportId, number })
    .from(exportChunks)
    .innerJoin(exports, and(eq(exports.workspaceId, exportChunks.workspaceId), eq(exports.id, exportId)))
    .where(and(eq(exportChunks.workspaceId, workspaceId), or(isNull(exports.platform), isNotNull(exports.source))))
    .orderBy(asc(exportId), asc(number));
  let erased = 0;
  for (const chunk of kept) {
    const isChunk = and(
      eq(exportChunks.workspaceId, workspaceId),
      eq(exportId, chunk.exportId),
      eq(number, chunk.number),
    );
    const [found] = await db
      .select({ number })
      .from(exportChunks)
      .where(and(isChunk, matcher.mayBeIn(sql`${rows}::text`)));
    if (!found) continue;
    erased += await db.transaction(async (tx) => {
      const [stored] = await tx.select({ rows }).from(exportChunks).where(isChunk).for('update');
      if (!stored) return 0;
      let emptied = 0;
      const left = stored.rows.map((row) => {
        if (!matcher.isIn(row.map((cell) => String(cell ?? '')))) return row;
        emptied += 1;
        return row.map(() => null);
      });
      if (emptied === 0 || receipt === null) return emptied;
      await tx.update(exportChunks).set({ rows: left }).where(isChunk);
      await addToReceipt(tx, receipt, { export_chunks: emptied });
      return emptied;
    });
  }
  return erased;
};

/** Replaces an export's search text that names the person. */
const erasedSearch = '(erased)';

const textsOf = (source: ExportSource): readonly string[] => {
  if (source.list === 'campaigns') return [source.query.search ?? ''];
  if (source.list === 'allLeads') return Object.values(source.filter ?? {});
  return [source.search ?? ''];
};

const withoutTexts = (source: ExportSource): ExportSource => {
  if (source.list === 'campaigns') return { ...source, query: { ...source.query, search: erasedSearch } };
  if (source.list === 'allLeads') return { ...source, filter: { search: erasedSearch } };
  return { ...source, search: erasedSearch };
};

/** Removes the person from the search texts of exports. */
export const eraseFromSearches = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { id, source } = exports;
  const found = await db
    .select({ id, source })
    .from(exports)
    .where(and(eq(exports.workspaceId, workspaceId), isNotNull(source)));
  const named = found.flatMap(({ id: found_, source: of }) =>
    of && matcher.isIn(textsOf(of)) ? [{ id: found_, source: of }] : [],
  );
  if (receipt === null) return named.length;
  for (const each of named)
    await db.transaction(async (tx) => {
      await tx
        .update(exports)
        .set({ source: withoutTexts(each.source) })
        .where(and(eq(exports.workspaceId, workspaceId), eq(id, each.id)));
      await addToReceipt(tx, receipt, { exports: 1 });
    });
  return named.length;
};

/** Deletes saved views that name the person. */
export const eraseFromViews = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { id, name, query } = views;
  const found = await db.select({ id, name, query }).from(views).where(eq(views.workspaceId, workspaceId));
  const named = found.filter((view) => matcher.isIn([view.name, ...new URLSearchParams(view.query).values()]));
  if (receipt === null) return named.length;
  for (const view of named)
    await db.transaction(async (tx) => {
      await tx.delete(views).where(and(eq(views.workspaceId, workspaceId), eq(id, view.id)));
      await addToReceipt(tx, receipt, { views: 1 });
    });
  return named.length;
};

/** Deletes open invitations of the person to the workspace. */
export const eraseFromInvitations = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { id, email } = workspaceInvitations;
  const found = await db
    .select({ id, email })
    .from(workspaceInvitations)
    .where(eq(workspaceInvitations.workspaceId, workspaceId));
  const named = found.filter((invitation) => matcher.isIn([invitation.email ?? '']));
  if (receipt === null) return named.length;
  for (const invitation of named)
    await db.transaction(async (tx) => {
      await tx
        .delete(workspaceInvitations)
        .where(and(eq(workspaceInvitations.workspaceId, workspaceId), eq(id, invitation.id)));
      await addToReceipt(tx, receipt, { workspace_invitations: 1 });
    });
  return named.length;
};

/** Deletes notes and changes that name the person, also those of other leads. */
export const eraseFromNotes = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { id, list, leadId, note, before, after } = leadEntries;
  const found = await db
    .select({ id, list, leadId, note, before, after })
    .from(leadEntries)
    .where(
      and(
        eq(leadEntries.workspaceId, workspaceId),
        matcher.mayBeIn(sql`concat_ws(E'\n', ${note}, ${before}, ${after})`),
      ),
    );
  const named = found.filter((entry) => matcher.isIn([entry.note ?? '', entry.before ?? '', entry.after ?? '']));
  if (receipt === null) return named.length;
  for (const entry of named)
    await db.transaction(async (tx) => {
      const isLead = and(eq(list, entry.list), eq(leadId, entry.leadId));
      await tx.delete(leadEntries).where(and(eq(leadEntries.workspaceId, workspaceId), isLead, eq(id, entry.id)));
      await addToReceipt(tx, receipt, { lead_entries: 1 });
    });
  return named.length;
};

/** Removes tags that name the person from leads. */
export const eraseFromTags = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { list, leadId, tags } = leadWork;
  const found = await db
    .select({ list, leadId, tags })
    .from(leadWork)
    .where(and(eq(leadWork.workspaceId, workspaceId), matcher.mayBeIn(sql`array_to_string(${tags}, E'\n')`)));
  const named = found.filter((work) => matcher.isIn(work.tags));
  if (receipt === null) return named.length;
  for (const work of named)
    await db.transaction(async (tx) => {
      const kept = work.tags.filter((tag) => !matcher.isIn([tag]));
      await tx
        .update(leadWork)
        .set({ tags: kept, version: sql`${leadWork.version} + 1` })
        .where(and(eq(leadWork.workspaceId, workspaceId), eq(list, work.list), eq(leadId, work.leadId)));
      await addToReceipt(tx, receipt, { lead_work: 1 });
    });
  return named.length;
};

/** Deletes imported status texts that name the person. */
export const eraseFromStatusTexts = async ({ db, workspaceId, matcher, receipt }: Search): Promise<number> => {
  const { text } = leadStatusTexts;
  const found = await db.select({ text }).from(leadStatusTexts).where(eq(leadStatusTexts.workspaceId, workspaceId));
  const named = found.filter((status) => matcher.isIn([status.text]));
  if (receipt === null) return named.length;
  for (const status of named)
    await db.transaction(async (tx) => {
      await tx.delete(leadStatusTexts).where(and(eq(leadStatusTexts.workspaceId, workspaceId), eq(text, status.text)));
      await addToReceipt(tx, receipt, { lead_status_texts: 1 });
    });
  return named.length;
};
