import { utcDay } from '#shared/lib/dateRange.ts';
import type { Env } from '#server/config/env.ts';
import { listAccounts } from '#server/modules/users/accounts/accounts.store.ts';
import type { AccountRow } from '#server/modules/users/accounts/accounts.store.ts';
import { blockAccount, unblockAccount } from '#server/modules/users/accounts/blockAccount.service.ts';
import { createResetLink } from '#server/modules/users/passwordReset/resetLinks.service.ts';
import { findUserByEmail } from '#server/modules/users/users.store.ts';
import { openContext, openStore } from '#server/cli/erase/openContext.ts';
import type { Store } from '#server/cli/erase/openContext.ts';

type Say = (line: string) => void;

const unknownAddress = (): Error => new Error('There is no account with this address');

const withStore = async (env: Env, run: (store: Store) => Promise<void>): Promise<void> => {
  const { store, close } = await openStore(env);
  try {
    await run(store);
  } finally {
    await close();
  }
};

const dayOf = (moment: Date | null): string => (moment ? utcDay(moment) : '-');

/** Text lines with aligned columns. */
const toTable = (accounts: readonly AccountRow[]): string[] => {
  const rows = [
    ['ADDRESS', 'SINCE', 'LAST SIGN-IN', 'PLATFORMS', 'BLOCKED'],
    ...accounts.map(({ email, createdAt, lastSignInAt, platforms, blockedAt }) => [
      email,
      dayOf(createdAt),
      dayOf(lastSignInAt),
      String(platforms),
      dayOf(blockedAt),
    ]),
  ];
  const widths: number[] = [];
  for (const row of rows)
    for (const [column, { length }] of row.entries()) widths[column] = Math.max(widths[column] ?? 0, length);
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
};

export const runList = (env: Env, say: Say): Promise<void> =>
  withStore(env, async ({ db }) => {
    for (const line of toTable(await listAccounts(db))) say(line);
  });

export const runBlock = async (env: Env, say: Say, email: string): Promise<void> => {
  // The context reaches the sockets of the running product through the database.
  const { context, close } = await openContext(env);
  try {
    if (!(await blockAccount(context, email))) throw unknownAddress();
  } finally {
    await close();
  }
  say(`Blocked: ${email}. Its sessions have ended. Its leads are still collected, and its sheets are kept in sync.`);
};

export const runUnblock = (env: Env, say: Say, email: string): Promise<void> =>
  withStore(env, async (store) => {
    if (!(await unblockAccount(store, email))) throw unknownAddress();
    say(`Unblocked: ${email}`);
  });

export const runResetLink = (env: Env, say: Say, email: string): Promise<void> =>
  withStore(env, async (store) => {
    const user = await findUserByEmail(store.db, email);
    if (!user) throw unknownAddress();
    if (user.blockedAt) throw new Error(`The account is blocked. First: npm run accounts -- unblock ${email}`);
    const { url, expiresAt } = await createResetLink(store, user);
    say(url);
    say(`Works once, until ${expiresAt.toISOString()}. Anyone who has the link can set the password of ${email}.`);
  });
