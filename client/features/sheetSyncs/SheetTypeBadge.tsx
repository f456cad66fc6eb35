import { Badge } from '#client/components/values/Badge.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import type { SheetSync } from '#shared/contracts/sheetSyncs.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { badgeOf } from './sheetSyncTexts.ts';

const marks: Partial<Record<string, PlatformId>> = { meta: 'facebook', google: 'google', tiktok: 'tiktok' };

/** Whose leads a sheet holds. */
export const SheetTypeBadge = ({ sync }: { sync: Pick<SheetSync, 'type'> }) => {
  const platform = marks[sync.type];
  return (
    <Badge>
      {platform && <PlatformIcon platform={platform} />}
      {badgeOf(sync)}
    </Badge>
  );
};
