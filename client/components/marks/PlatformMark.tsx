import { platformLooks } from '#client/platforms/platformLooks.ts';
import type { PlatformId } from '#shared/platforms.ts';

/** A platform's logo. Decorative, because the name is next to it. */
export const PlatformMark = ({ platform, className = 'size-6' }: { platform: PlatformId; className?: string }) => (
  <svg viewBox={platformLooks[platform].mark.viewBox} className={className} aria-hidden="true">
    {platformLooks[platform].mark.shapes.map(({ d, fill }) => (
      <path key={d} d={d} fill={fill ?? 'currentColor'} />
    ))}
  </svg>
);
