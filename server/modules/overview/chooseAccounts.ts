import { overviewLimits } from '#shared/limits.ts';
import { platformIds } from '#shared/platforms.ts';
import type { AccountsByPlatform, PlatformId } from '#shared/platforms.ts';
import { stripActPrefix } from '#shared/platforms/stripActPrefix.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';

export type ListedAccounts = Record<PlatformId, readonly PlatformAccount[]>;
export type ChosenAccount = PlatformAccount & { platform: PlatformId };

/** Each platform's default accounts that its connection still lists, or else all listed accounts up to a limit. */
export const chooseAccounts = (
  listed: ListedAccounts,
  defaults: AccountsByPlatform,
): { chosen: ChosenAccount[]; leftOut: number } => {
  let leftOut = 0;
  const chosen = platformIds.flatMap((platform) => {
    // Stored Facebook ids may lack the `act_` prefix.
    const wanted = new Set(defaults[platform].map(stripActPrefix));
    const accounts = listed[platform];
    const own = accounts.filter(({ id }) => wanted.has(stripActPrefix(id)));
    const taken = (own.length > 0 ? own : accounts).slice(0, overviewLimits.accounts);
    leftOut += accounts.length - taken.length;
    return taken.map((account) => ({ ...account, platform }));
  });
  return { chosen, leftOut };
};
