import { writeFile } from 'node:fs/promises';
import { messages } from '#shared/messages.ts';
import type { AppContext } from '#server/AppContext.ts';
import type { Env } from '#server/config/env.ts';
import { newId } from '#server/lib/ids.ts';
import { deleteAccount } from '#server/modules/privacy/deleteAccount.service.ts';
import { eraseAccount } from '#server/modules/privacy/eraseAccount.ts';
import { erasePerson } from '#server/modules/privacy/erasePerson.ts';
import type { SoughtPerson } from '#server/modules/privacy/matchPerson.ts';
import type { FoundLead } from '#server/modules/privacy/personLeads.store.ts';
import {
  findReceipt,
  findUnfinishedAccount,
  finishReceipt,
  insertReceipt,
} from '#server/modules/privacy/receipts.store.ts';
import { normaliseEmail } from '#server/modules/users/normaliseEmail.ts';
import { findUserByEmail, listUserIds } from '#server/modules/users/users.store.ts';
import { openContext, openStore } from './openContext.ts';
import type { Store } from './openContext.ts';

type Say = (line: string) => void;

const sayCounts = (say: Say, counts: Readonly<Record<string, number>>, word: string): void => {
  const found = Object.entries(counts).filter(([, rows]) => rows > 0);
  if (found.length === 0) say(messages.privacy.nothingFound);
  for (const [table, rows] of found) say(`${word} ${table}: ${rows}`);
};

type PersonOptions = { person: SoughtPerson; isDryRun: boolean; out: string | undefined };

const eraseEverywhere = async (context: Store, say: Say, { person, isDryRun, out }: PersonOptions) => {
  const { db, clock, env } = context;
  const found: FoundLead[] = [];
  const counts: Record<string, number> = {};
  const code = isDryRun ? null : newId();
  if (code !== null) await insertReceipt(db, { code, kind: 'person', userId: null, requestedAt: clock.now() });
  for (const userId of await listUserIds(db)) {
    const onFound = (lead: FoundLead): void => void found.push(lead);
    const deleted = await erasePerson(context, { userId, person, receipt: code, onFound });
    for (const [table, rows] of Object.entries(deleted)) counts[table] = (counts[table] ?? 0) + rows;
  }
  if (out !== undefined) {
    await writeFile(out, `${JSON.stringify(found, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    say(`Written: ${out}, ${found.length} leads`);
  }
  sayCounts(say, counts, isDryRun ? 'Found in' : 'Deleted from');
  if (code === null) return;
  await finishReceipt(db, code, clock.now());
  say(`Receipt: ${code}, ${env.PUBLIC_URL}/deletion/${code}`);
};

const eraseOneAccount = async (context: AppContext, say: Say, address: string): Promise<void> => {
  const { db, env } = context;
  const user = await findUserByEmail(db, normaliseEmail(address));
  if (!user) throw new Error('There is no account with this address');
  say(await deleteAccount(context, user.id, address));
  const code = await findUnfinishedAccount(db, user.id);
  if (code === null) throw new Error('The deletion was begun and is done by the running product');
  // A worker of the running product may do the same; each finds what the other has left. It also sends the mail.
  await eraseAccount(context, { code, address: null });
  sayCounts(say, (await findReceipt(db, code))?.counts ?? {}, 'Deleted from');
  say(`Receipt: ${code}, ${env.PUBLIC_URL}/deletion/${code}`);
};

/** A person, in the leads of every account. */
export const runErasePerson = async (env: Env, say: Say, options: PersonOptions): Promise<void> => {
  const { store, close } = await openStore(env);
  try {
    await eraseEverywhere(store, say, options);
  } finally {
    await close();
  }
};

/** An account with everything in it. */
export const runEraseAccount = async (env: Env, say: Say, address: string): Promise<void> => {
  const { context, close } = await openContext(env);
  try {
    await eraseOneAccount(context, say, address);
  } finally {
    await close();
  }
};
