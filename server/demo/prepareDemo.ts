import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import { finishConnection } from '#shared/contracts/connections.ts';
import { login, register, updateProfile } from '#shared/contracts/users.ts';
import type { User } from '#shared/contracts/users.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { listWorkspaces } from '#shared/contracts/workspaces.ts';
import type { Env } from '#server/config/env.ts';
import type { Queryable } from '#server/database/Database.ts';
import { addTeam } from './addTeam.ts';
import { allow } from './allow.ts';
import { callOrThrow, createCall } from './call.ts';
import type { Call } from './call.ts';
import { dateWork } from './dateWork.ts';
import { workOnLeads } from './workOnLeads.ts';

const account = { name: 'Sam Sandbox', email: 'demo@example.test', password: 'demo-password' };

/** Null: the account has another password. */
const signIn = async (call: Call): Promise<User | null> => {
  const { email, password } = account;
  const known = await call(login, { body: { email, password } });
  if (known.success) return known.data;
  const created = await call(register, { body: { ...account, confirmpassword: password } });
  return created.success ? created.data : null;
};

const hasEvents = ({ name, descriptiveName }: AdAccount): boolean =>
  (descriptiveName ?? name ?? '').endsWith('with events');

/** Selects the accounts with events and the first other account, unless the person has chosen accounts. */
const chooseAccounts = async (call: Call, { token, defaultAccounts }: User, platform: PlatformId): Promise<void> => {
  if (defaultAccounts[platform].length > 0) return;
  const listed = await callOrThrow(call, listAdAccounts[platform], { token });
  const [first] = listed.accounts.filter((each) => !hasEvents(each));
  const ids = [...listed.accounts.filter(hasEvents), ...(first ? [first] : [])].map(({ id }) => id);
  await callOrThrow(call, updateProfile, { token, body: { defaultAccounts: { [platform]: ids } } });
};

const describeDemo = (url: string, sandboxUrl: string): string => `
  Leadlight is running, with a sandbox in place of Google, Facebook and TikTok.

    Open       ${url}
    Sign in    ${account.email}
    Password   ${account.password}

    Mail       ${sandboxUrl}/mail
    Sheets     ${sandboxUrl}/spreadsheets

  The account is connected to all three, each with an ad account with events. Two colleagues
  have worked on its leads. AI Insights shows what it found within a minute.

  Ctrl+C stops it.

`;

/**
 * Creates the demo account and connects it to all three platforms as a person would. Runs at each start, because the
 * sandbox's grants end with its process.
 * @returns instructions for the sign-in, or the reason why no account is available
 */
export const prepareDemo = async ({
  env,
  webPort,
  db,
}: {
  env: Env;
  webPort: number | null;
  db: Queryable;
}): Promise<{ greeting: string } | { refusal: string }> => {
  const url = `http://127.0.0.1:${webPort ?? env.PORT}`;
  const call = createCall(url);
  const user = await signIn(call);
  if (!user)
    return {
      refusal: `The account ${account.email} has another password: remove the folder ${env.DATA_DIR} and start again.`,
    };
  for (const platform of platformIds) {
    const state = await allow(new URL(`/auth/${platform}?userId=${user._id}`, url));
    await callOrThrow(call, finishConnection, { token: user.token, body: { state } });
    await chooseAccounts(call, user, platform);
  }
  const team = await addTeam(call, user, account.password);
  const [workspace] = (await callOrThrow(call, listWorkspaces, { token: user.token })).data;
  if (team && workspace) await dateWork(db, workspace.id, await workOnLeads(call, team));
  const sandboxUrl = new URL(env.PUBLIC_URL);
  sandboxUrl.port = String(env.SANDBOX_PORT);
  return { greeting: describeDemo(env.PUBLIC_URL, sandboxUrl.origin) };
};
