import { adLevels } from '#shared/campaigns.ts';
import type { AdLevel } from '#shared/campaigns.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import { isPlatformId } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** `platform:level:id`, as in the address and in the `parent` of a call. */
export const rowKey = ({ platform, level, id }: Pick<CampaignRow, 'platform' | 'level' | 'id'>): string =>
  `${platform}:${level}:${id}`;

export type RowId = { platform: PlatformId; level: AdLevel; id: string };

/** Null for an invalid key. */
export const readRowKey = (key: string | null): RowId | null => {
  const [platform, level, id, ...rest] = (key ?? '').split(':');
  const known = adLevels.find((each) => each === level);
  if (!isPlatformId(platform) || known === undefined || id === undefined || rest.length > 0) return null;
  return /^[\w-]{1,64}$/.test(id) ? { platform, level: known, id } : null;
};
