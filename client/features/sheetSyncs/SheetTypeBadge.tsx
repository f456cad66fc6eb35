import { Badge } from '#client/components/values/Badge.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { platformOfSheet } from '#shared/sheetSyncTypes.ts';
import { badgeOf } from './sheetSyncTexts.ts';

/** The type of leads in a sheet. */
export const SheetTypeBadge = ({ sync }: { sync: Pick<SheetSync, 'type'> }) => {
  // Other servers may send other types.
  const platforms: Partial<Record<string, PlatformId>> = platformOfSheet;
  const platform = platforms[sync.type];
  return (
    <Badge>
      {platform && <PlatformIcon platform={platform} />}
      {badgeOf(sync)}
    </Badge>
  );
};
