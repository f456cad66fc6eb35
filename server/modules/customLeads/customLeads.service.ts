import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Transaction } from '#server/database/Database.ts';
import { newId } from '#server/lib/ids.ts';
import { uploadTimeoutMs } from '#server/lib/uploadTimeout.ts';
import { tooManyAttempts, validationError } from '#server/lib/errors.ts';
import { publishLeadsChanged } from '#server/modules/leads/publishLeadsChanged.ts';
import {
  acceptImport,
  applyNextBatch,
  countOpenImports,
  deleteImport,
  insertBatch,
  insertImport,
} from './customLeadImports.store.ts';
import type { ImportKey } from './customLeadImports.store.ts';
import { dropRepeated, leadIdentity, upsertCustomLeads } from './customLeads.store.ts';
import type { ImportedLead } from './customLeads.store.ts';
import { readPostedLeads } from './readPostedLeads.ts';
import { createRowCollector } from './toBatches.ts';

export type ImportCounts = { inserted: number; updated: number };

/** Large imports of one person at the same time. */
const openImports = 3;
const retryAfterSeconds = 10;
/** Longer than a request may take to arrive. */
const receiveMs = uploadTimeoutMs + 60_000;
/** Longer than any batch takes to be stored: an import that rests for so long is taken over. */
export const importIdleMs = 20_000;

const inMs = ({ clock }: AppContext, ms: number): Date => new Date(clock.now().getTime() + ms);

async function* inBatches(rowLists: AsyncIterable<readonly CustomLeadValues[]>): AsyncGenerator<ImportedLead[]> {
  const collector = createRowCollector();
  for await (const rows of rowLists) {
    for (const values of rows) {
      const full = collector.add({ identity: leadIdentity(values.id), values });
      if (full) yield full;
    }
  }
  const rest = collector.rest();
  if (rest.length > 0) yield rest;
}

const applyBatches = async (tx: Transaction, key: ImportKey, dueAt: Date): Promise<number> => {
  for (;;) {
    const inserted = await applyNextBatch(tx, key, dueAt);
    if (inserted !== null) return inserted;
  }
};

/**
 * Brings an accepted import to its end. On a server that is one transaction. The embedded database serves nobody else
 * during a transaction, so there each batch has its own, and others get their turn in between.
 */
export const completeImport = async (context: AppContext, key: ImportKey): Promise<number> => {
  for (;;) {
    const dueAt = inMs(context, importIdleMs);
    const inserted = await context.db.transaction((tx) =>
      context.isEmbedded ? applyNextBatch(tx, key, dueAt) : applyBatches(tx, key, dueAt),
    );
    if (inserted === null) continue;
    publishLeadsChanged(context, key.userId, 'custom');
    return inserted;
  }
};

/** Takes batches in while they arrive; nothing of them is to be seen, or stays, until they are all there and right. */
const receiveImport = async (
  context: AppContext,
  key: ImportKey,
  batches: AsyncIterable<ImportedLead[]>,
): Promise<{ distinctRows: number }> => {
  const createdAt = context.clock.now();
  await insertImport(context.db, key, { createdAt, dueAt: inMs(context, receiveMs) });
  try {
    const identities = new Set<string>();
    let distinctRows = 0;
    let number = 0;
    for await (const rows of batches) {
      for (const { identity } of rows) {
        if (identity === null || !identities.has(identity)) distinctRows += 1;
        if (identity !== null) identities.add(identity);
      }
      await insertBatch(context.db, key, number, dropRepeated(rows));
      number += 1;
    }
    await acceptImport(context.db, key, inMs(context, importIdleMs));
    return { distinctRows };
  } catch (error) {
    await deleteImport(context.db, key);
    throw error;
  }
};

async function* startingWith<T>(first: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* first;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

const storeAtOnce = async (
  context: AppContext,
  userId: string,
  rows: readonly ImportedLead[],
): Promise<ImportCounts> => {
  const options = { now: context.clock.now(), renewUnchanged: true };
  const counts = await context.db.transaction((tx) => upsertCustomLeads(tx, userId, rows, options));
  publishLeadsChanged(context, userId, 'custom');
  return counts;
};

/**
 * Stores the posted rows, all or none of them. No transaction is open while they arrive: a client that sends slowly, or
 * wrongly, holds up nobody.
 * @throws AppError what `readPostedLeads` throws, 400 when there are no rows, 429 for too many large imports at once
 */
export const importPostedLeads = async (
  context: AppContext,
  userId: string,
  body: AsyncIterable<Uint8Array>,
): Promise<ImportCounts> => {
  const batches = inBatches(readPostedLeads(body));
  try {
    const first = await batches.next();
    if (first.done) throw validationError(messages.customLeads.noRows);
    const second = await batches.next();
    if (second.done) return await storeAtOnce(context, userId, first.value);
    if ((await countOpenImports(context.db, userId)) >= openImports) throw tooManyAttempts(retryAfterSeconds);
    const key = { userId, importId: newId() };
    const { distinctRows } = await receiveImport(context, key, startingWith([first.value, second.value], batches));
    const inserted = await completeImport(context, key);
    return { inserted, updated: distinctRows - inserted };
  } finally {
    // Lets go of the rest of a body that is refused.
    await batches.return(undefined);
  }
};
