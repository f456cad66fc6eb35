import type { User } from '#shared/contracts/users.ts';
import { byPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { UserRow } from './users.store.ts';

/** A person as their own client sees them. `token` is the session that the client continues with. */
export const presentUser = (user: UserRow, flags: Record<PlatformId, boolean>, token: string): User => ({
  _id: user.id,
  name: user.name,
  email: user.email,
  role: user.role,
  token,
  ...flags,
  defaultAccounts: byPlatform((platform) => user.defaultAccounts[platform] ?? []),
});
