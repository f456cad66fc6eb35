import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { PlatformAccount } from '#server/providers/AdPlatform.ts';

/** Google's accounts carry their name as `descriptiveName`, the others as `name`. */
export const presentAdAccount = (platform: PlatformId, { id, name, currency, timeZone }: PlatformAccount): AdAccount =>
  platform === 'google' ? { id, descriptiveName: name, currency, timeZone } : { id, name, currency, timeZone };
