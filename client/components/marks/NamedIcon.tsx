import { PlatformIcon } from './PlatformIcon.tsx';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** A platform's icon where its name is not next to it. */
export const NamedIcon = ({ platform }: { platform: PlatformId }) => (
  <>
    <PlatformIcon platform={platform} className="size-4 shrink-0" />
    <span className="sr-only">{platformNames[platform]}:</span>
  </>
);
