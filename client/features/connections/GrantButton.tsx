import { Button } from '#client/components/Button.tsx';
import { PlatformIcon } from '#client/components/PlatformIcon.tsx';
import { cn } from '#client/lib/cn.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

type GrantButtonProps = { platform: PlatformId; isConnected: boolean; isOff: boolean; onGrant: () => void };

/** Opens the consent of a platform and says whether it is given; a given one can be renewed. */
export const GrantButton = ({ platform, isConnected, isOff, onGrant }: GrantButtonProps) => (
  <Button
    variant={isConnected || isOff ? 'secondary' : 'primary'}
    disabled={isOff}
    onClick={onGrant}
    icon={isConnected || isOff ? <PlatformIcon platform={platform} /> : undefined}
    className="max-sm:h-auto max-sm:min-h-11 max-sm:flex-wrap max-sm:gap-y-0 max-sm:py-1"
  >
    Grant {platformNames[platform]} Ads Access
    <span className="inline-flex items-center gap-1.5 border-l border-current/25 pl-2.5 text-[13px] font-normal">
      <span
        aria-hidden="true"
        className={cn('size-2 rounded-full', isConnected ? 'bg-success' : 'border border-current')}
      />
      {isConnected ? 'Connected' : 'Not connected'}
    </span>
  </Button>
);
