import type { User } from '#shared/contracts/users.ts';
import type { AccountsByPlatform, PlatformId } from '#shared/platforms.ts';
import type { UserRow } from './users.store.ts';

type Seen = {
  /** Which platforms are connected. */
  flags: Record<PlatformId, boolean>;
  defaultAccounts: AccountsByPlatform;
  /** The session for the client's next calls. */
  token: string;
};

/** A person as their own client receives them. */
export const presentUser = (user: UserRow, { flags, defaultAccounts, token }: Seen): User => ({
  _id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  token,
  ...flags,
  defaultAccounts,
});
