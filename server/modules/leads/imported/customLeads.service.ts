import { sql } from '#server/database/drizzle.ts';
import type { Transaction } from '#server/database/Database.ts';
import { messages } from '#shared/messages.ts';
import { idempotencyKeyHours } from '#shared/limits.ts';
import type { AppContext } from '#server/AppContext.ts';
import { newId } from '#server/lib/ids.ts';
import { reached } from '#server/lib/flow/steps.ts';
import { tooManyAttempts, validationError } from '#server/lib/failures/errors.ts';
import type { SessionMember } from '#server/lib/http/Caller.ts';
import { addImported, finishImport, insertActivity } from '#server/modules/leads/actions/activities.store.ts';
import { readPhoneCountry } from '#server/modules/leads/contacts/leadContacts.store.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import {
  acceptImport,
  applyNextBatch,
  countOpenImports,
  deleteImport,
  findEarlierTry,
  insertBatch,
  insertImport,
} from './imports/customLeadImports.store.ts';
import type { CompleteCounts, ImportKey } from './imports/customLeadImports.store.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';
import { dropRepeated, toBatchText, upsertCustomLeads } from './customLeads.store.ts';
import { createRowIdentities } from './rowIdentity.ts';
import type { ImportedContent, ImportedLead } from './ImportedLead.ts';
import { liftMarks } from './erasedRows.store.ts';
import type { OnImportProgress } from './imports/importProgress.ts';
import { readPostedLeads } from './imports/readPostedLeads.ts';
import { createRowCollector } from './imports/toBatches.ts';
import { requireAccess } from '#server/modules/users/signIn/watchAccess.ts';

export type ImportCounts = {
  inserted: number;
  updated: number;
  /** Rows that changed nothing: known leads with the same values, and rows whose id came again in a later row. */
  unchanged: number;
};

/** The limit of simultaneous large imports in a workspace. */
const openImports = 3;
const retryAfterSeconds = 10;

const keyRemembered = ({ clock }: Pick<AppContext, 'clock'>): Date =>
  new Date(clock.now().getTime() - idempotencyKeyHours * 3_600_000);

async function* inBatches(
  rowLists: AsyncIterable<readonly ImportedContent[]>,
  country: CountryCode | null,
): AsyncGenerator<ImportedLead[]> {
  const identities = createRowIdentities(country);
  const collector = createRowCollector();
  for await (const rows of rowLists) {
    for (const row of rows) {
      const { identity, keys } = identities.of(row);
      const full = collector.add({ ...row, identity, keys });
      if (full) yield full;
    }
  }
  const rest = collector.rest();
  if (rest.length > 0) yield rest;
}

/**
 * Completes an accepted import. Each batch has its own transaction, so that a crash only repeats one batch.
 */
export const completeImport = async (
  context: Pick<AppContext, 'db' | 'publisher'>,
  key: ImportKey,
  onBatch: () => void = () => {},
): Promise<CompleteCounts> => {
  for (;;) {
    const complete = await context.db.transaction((tx) => applyNextBatch(tx, key));
    reached(complete === null ? 'import.batchStored' : 'import.done');
    if (complete === null) {
      onBatch();
      continue;
    }
    publishLeadsChanged(context, key.workspaceId, 'custom');
    return complete;
  }
};

/** Counts the rows that become separate leads. Rows with the same identity count once. */
const createRowCounter = (): { add(rows: readonly ImportedLead[]): void; count(): number; countRepeated(): number } => {
  const identities = new Set<string>();
  let withoutIdentity = 0;
  let repeated = 0;
  return {
    add: (rows) => {
      for (const { identity } of rows)
        if (identity === null) withoutIdentity += 1;
        else identities.add(identity);
      repeated += rows.length - dropRepeated(rows).length;
    },
    count: () => identities.size + withoutIdentity,
    /** Rows that are not stored, because a row of the same batch repeats them. */
    countRepeated: () => repeated,
  };
};

type ReceivedImport = { rowCount: number; distinctRows: number; repeatedRows: number; batchCount: number };

/**
 * Stores batches while they arrive. Their leads appear only after all batches are valid and stored; otherwise, the
 * batches are deleted. Each batch requires that the author still has access.
 */
const receiveImport = async (
  context: Pick<AppContext, 'clock' | 'db'>,
  importId: string,
  author: SessionMember,
  batches: AsyncIterable<ImportedLead[]>,
  onProgress: OnImportProgress,
): Promise<ReceivedImport> => {
  const key = { workspaceId: author.workspaceId, importId };
  const storeAllowed = (store: (tx: Transaction) => Promise<void>): Promise<void> =>
    context.db.transaction(async (tx) => {
      await requireAccess(tx, author, context.clock.now());
      await store(tx);
    });
  await insertImport(context.db, key, context.clock.now());
  const country = await readPhoneCountry(context.db, key.workspaceId);
  // The next batch is read while the database stores one, so at most two batches are in memory.
  let storing: Promise<void> = Promise.resolve();
  try {
    const counter = createRowCounter();
    let number = 0;
    let rowCount = 0;
    for await (const rows of batches) {
      counter.add(rows);
      await storing;
      const batch = number;
      storing = storeAllowed((tx) => insertBatch(tx, key, batch, dropRepeated(rows), country));
      // The next await handles the rejection; this line avoids an unhandledRejection.
      storing.catch(() => {});
      number += 1;
      rowCount += rows.length;
      onProgress(rowCount, 0);
    }
    await storing;
    await storeAllowed((tx) => acceptImport(tx, key, author.userId));
    reached('import.accepted');
    return { rowCount, distinctRows: counter.count(), repeatedRows: counter.countRepeated(), batchCount: number };
  } catch (error) {
    // Wait, so that no batch reaches the database after its import is deleted. Ignore a failure of the batch.
    await Promise.allSettled([storing]);
    await deleteImport(context.db, key);
    throw error;
  }
};

async function* startingWith<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

const storeAtOnce = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  author: SessionMember,
  rows: readonly ImportedLead[],
): Promise<ImportCounts> => {
  const { userId, workspaceId } = author;
  const at = context.clock.now();
  const activity = { workspaceId, id: newId() };
  const counts = await context.db.transaction(async (tx) => {
    await requireAccess(tx, author, at);
    await insertActivity(tx, { ...activity, at, authorId: userId, kind: 'import', finishedAt: null });
    const options = { now: at, renewUnchanged: true, activityId: activity.id };
    const stored = await upsertCustomLeads(tx, workspaceId, rows, options);
    await liftMarks(tx, workspaceId, sql`${toBatchText(rows)}`, activity.id);
    await addImported(tx, activity, stored);
    await finishImport(tx, activity);
    return stored;
  });
  publishLeadsChanged(context, workspaceId, 'custom');
  const { inserted, updated, unchanged } = counts;
  return { inserted, updated, unchanged: unchanged + rows.length - dropRepeated(rows).length };
};

/** Completes the import of an earlier attempt. Repeated rows are only counted. */
const completeEarlierTry = async (
  context: Pick<AppContext, 'db' | 'publisher'>,
  key: ImportKey,
  batches: AsyncIterable<ImportedLead[]>,
): Promise<ImportCounts> => {
  const counter = createRowCounter();
  for await (const rows of batches) counter.add(rows);
  const { inserted, unchanged } = await completeImport(context, key);
  return { inserted, updated: counter.count() - inserted, unchanged: unchanged + counter.countRepeated() };
};

type ImportOptions = {
  /** The id of the import, so that a repeated request does not store its rows twice. */
  effectId?: string | null;
  onProgress?: OnImportProgress | undefined;
};

/**
 * Stores all posted rows or none. No transaction is open while the rows arrive, so a slow or faulty client blocks
 * nobody.
 * @throws AppError like `readPostedLeads`; 400 when there are no rows; 401 or 403 when the author no longer has access;
 *   429 for too many large imports at once
 */
export const importPostedLeads = async (
  context: Pick<AppContext, 'clock' | 'db' | 'publisher'>,
  author: SessionMember,
  body: AsyncIterable<Uint8Array>,
  { effectId = null, onProgress = () => {} }: ImportOptions = {},
): Promise<ImportCounts> => {
  const { workspaceId } = author;
  const batches = inBatches(readPostedLeads(body), await readPhoneCountry(context.db, workspaceId));
  try {
    const key = { workspaceId, importId: effectId ?? newId() };
    if (effectId !== null && (await findEarlierTry(context.db, key, keyRemembered(context))))
      return await completeEarlierTry(context, key, batches);
    const first = await batches.next();
    if (first.done) throw validationError(messages.customLeads.noRows);
    const second = await batches.next();
    if (second.done && effectId === null) return await storeAtOnce(context, author, first.value);
    const begin = second.done ? [first.value] : [first.value, second.value];
    if (!second.done && (await countOpenImports(context.db, workspaceId)) >= openImports)
      throw tooManyAttempts(retryAfterSeconds);
    const received = await receiveImport(context, key.importId, author, startingWith(begin, batches), onProgress);
    const { rowCount, distinctRows, repeatedRows, batchCount } = received;
    let batchesStored = 0;
    const { inserted, unchanged } = await completeImport(context, key, () => {
      batchesStored += 1;
      onProgress(rowCount, Math.round((rowCount * batchesStored) / batchCount));
    });
    return { inserted, updated: distinctRows - inserted, unchanged: unchanged + repeatedRows };
  } finally {
    // Discard the rest of a refused body.
    await batches.return(undefined);
  }
};
