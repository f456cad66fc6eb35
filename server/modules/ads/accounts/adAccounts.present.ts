import { platformFacts } from '#shared/platforms.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { PlatformAccount } from '#server/providers/PlatformAccount.ts';

export const presentAdAccount = (
  platform: PlatformId,
  { id, name, currency, timeZone }: PlatformAccount,
): AdAccount => ({
  id,
  [platformFacts[platform].accountName]: name,
  currency,
  timeZone,
});
