import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { ApiError, messageOf } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { useGrantAccess } from '#client/features/connections/grant/useGrantAccess.ts';

type AccountsFailureProps = { platform: PlatformId; error: Error; onRetry: () => void; isRetrying: boolean };

/**
 * Replaces ad accounts that could not be read. Offers no retry for a missing permission, where retrying does not help.
 */
export const AccountsFailure = ({ platform, error, onRetry, isRetrying }: AccountsFailureProps) => {
  const grant = useGrantAccess();
  const message = messageOf(error, messages.platform.accountsFailed[platform]);
  return error instanceof ApiError && error.code === 'SCOPE_MISSING' ? (
    <ErrorPanel
      message={message}
      onRetry={() => void grant(platform)}
      retryLabel={`Grant access to ${platformNames[platform]}`}
      isRetrying={isRetrying}
    />
  ) : (
    <ErrorPanel message={message} onRetry={onRetry} isRetrying={isRetrying} />
  );
};
