import { open, rm } from 'node:fs/promises';
import { messages } from '#shared/messages.ts';
import { leadPlatformIds } from '#shared/platforms.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Env } from '#server/config/env.ts';
import { newId } from '#server/lib/ids.ts';
import { countOldLeads } from '#server/modules/privacy/retention/countOldLeads.ts';
import { deleteAccount } from '#server/flows/deleteAccount/deleteAccount.ts';
import { eraseAccount } from '#server/modules/privacy/account/eraseAccount.ts';
import { erasePerson } from '#server/modules/privacy/people/erasePerson.ts';
import type { SoughtPerson } from '#server/modules/privacy/people/matchPerson.ts';
import type { FoundLead } from '#server/modules/privacy/people/personLeads.store.ts';
import type { DeletedCounts } from '#server/modules/privacy/receipts.store.ts';
import { findReceipt, finishReceipt, insertReceipt } from '#server/modules/privacy/receipts.store.ts';
import { normalizeEmail } from '#server/modules/users/normalizeEmail.ts';
import { findUserByEmail } from '#server/modules/users/users.store.ts';
import { listWorkspaceIds } from '#server/modules/users/workspaces/workspaces.store.ts';
import { UsageError } from '#server/cli/runCommand.ts';
import { openContext, openStore } from './openContext.ts';
import type { Store } from './openContext.ts';

type Say = (line: string) => void;

const sayCounts = (say: Say, counts: Readonly<Record<string, number>>, word: string): void => {
  const found = Object.entries(counts).filter(([, rows]) => rows > 0);
  if (found.length === 0) say(messages.privacy.nothingFound);
  for (const [table, rows] of found) say(`${word} ${table}: ${rows}`);
};

type PersonOptions = { person: SoughtPerson; isDryRun: boolean; out: string | undefined };

type Search = { person: SoughtPerson; receipt: string | null; onFound?: (lead: FoundLead) => void };

/** Deletes a person in every workspace, or only counts the rows. */
const searchEverywhere = async (store: Store, search: Search): Promise<DeletedCounts> => {
  const counts: Record<string, number> = {};
  for (const workspaceId of await listWorkspaceIds(store.db))
    for (const [table, rows] of Object.entries(await erasePerson(store, { workspaceId, ...search })))
      counts[table] = (counts[table] ?? 0) + rows;
  return counts;
};

/**
 * Writes all data of a person to a new file, completely or not at all.
 * @throws when the file exists or cannot be written
 */
const writeCopy = async (store: Store, { person, out }: { person: SoughtPerson; out: string }) => {
  const file = await open(out, 'wx', 0o600);
  try {
    const found: FoundLead[] = [];
    const counts = await searchEverywhere(store, { person, receipt: null, onFound: (lead) => void found.push(lead) });
    await file.writeFile(`${JSON.stringify(found, null, 2)}\n`);
    await file.sync();
    return { counts, leads: found.length };
  } catch (error) {
    await rm(out, { force: true });
    throw error;
  } finally {
    await file.close();
  }
};

const eraseEverywhere = async (store: Store, say: Say, { person, isDryRun, out }: PersonOptions) => {
  const { db, clock, env } = store;
  // Written before any deletion, because this copy is the last one.
  const copy = out === undefined ? null : await writeCopy(store, { person, out });
  if (copy) say(`Written: ${out}, ${copy.leads} leads`);
  if (isDryRun) {
    sayCounts(say, copy?.counts ?? (await searchEverywhere(store, { person, receipt: null })), 'Found in');
    return;
  }
  const code = newId();
  await insertReceipt(db, { code, kind: 'person', userId: null, requestedAt: clock.now() });
  sayCounts(say, await searchEverywhere(store, { person, receipt: code }), 'Deleted from');
  await finishReceipt(db, code, clock.now());
  say(`Receipt: ${code}, ${env.PUBLIC_URL}/deletion/${code}`);
};

const eraseOneAccount = async (context: AppContext, say: Say, address: string): Promise<void> => {
  const { db, env } = context;
  const user = await findUserByEmail(db, normalizeEmail(address));
  if (!user) throw new Error('There is no account with this address');
  const { message, ...closed } = await deleteAccount(context, user.id, address);
  const { code } = closed;
  say(message);
  // A worker of the running product may do the same at the same time; each step is idempotent.
  await eraseAccount(context, closed);
  sayCounts(say, (await findReceipt(db, code))?.counts ?? {}, 'Deleted from');
  say(`Receipt: ${code}, ${env.PUBLIC_URL}/deletion/${code}`);
};

/** Erases a person from the leads of every workspace. */
export const runErasePerson = async (env: Env, say: Say, options: PersonOptions): Promise<void> => {
  const { store, close } = await openStore(env);
  try {
    await eraseEverywhere(store, say, options);
  } finally {
    await close();
  }
};

/** Counts the leads that LEAD_RETENTION_DAYS would delete. */
export const runCountOldLeads = async (env: Env, say: Say): Promise<void> => {
  const { store, close } = await openStore(env);
  try {
    const counts = await countOldLeads(store);
    if (counts === null) throw new UsageError('Set LEAD_RETENTION_DAYS to the number of days to try');
    say(`Older than ${env.LEAD_RETENTION_DAYS} days:`);
    for (const list of [...leadPlatformIds, 'custom']) say(`${list}: ${counts[list] ?? 0} leads`);
  } finally {
    await close();
  }
};

/** Erases an account with all its data. */
export const runEraseAccount = async (env: Env, say: Say, address: string): Promise<void> => {
  const { context, close } = await openContext(env);
  try {
    await eraseOneAccount(context, say, address);
  } finally {
    await close();
  }
};
