import { Button } from '#client/components/buttons/Button.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { cn } from '#client/lib/cn.ts';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';

type GrantButtonProps = {
  platform: PlatformId;
  isConnected: boolean;
  /** The grant lacks a permission. */
  isPartial?: boolean;
  isOff: boolean;
  onGrant: () => void;
};

/** Opens the platform's consent and shows whether access is granted. A grant can be renewed. */
export const GrantButton = ({ platform, isConnected, isPartial = false, isOff, onGrant }: GrantButtonProps) => {
  const isOwner = useIsOwner();
  return (
    <Button
      variant={(isConnected && !isPartial) || isOff ? 'secondary' : 'primary'}
      disabled={isOff || !isOwner}
      title={isOwner ? undefined : messages.workspaces.ownersOnly}
      onClick={onGrant}
      icon={(isConnected && !isPartial) || isOff ? <PlatformIcon platform={platform} /> : undefined}
      // On phones the two halves may need two lines.
      className="max-w-full max-sm:h-auto max-sm:min-h-9 max-sm:shrink max-sm:py-1 max-sm:[&>span]:flex-wrap max-sm:[&>span]:gap-y-0"
    >
      Grant {platformNames[platform]} Ads Access
      <span className="inline-flex items-center gap-1.5 text-[13px] font-normal sm:border-l sm:border-current/25 sm:pl-2.5">
        <span
          aria-hidden="true"
          className={cn(
            'size-2 rounded-full',
            isPartial ? 'bg-current' : isConnected ? 'bg-success' : 'border border-current',
          )}
        />
        {isPartial ? 'Connected in part' : isConnected ? 'Connected' : 'Not connected'}
      </span>
    </Button>
  );
};
