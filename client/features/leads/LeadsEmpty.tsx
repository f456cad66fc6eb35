import { Link } from 'react-router-dom';
import { Button } from '#client/components/Button.tsx';
import { buttonStyles } from '#client/components/buttonStyles.ts';
import { EmptyState } from '#client/components/EmptyState.tsx';
import { ApiError } from '#client/lib/ApiError.ts';
import { useIsConnected } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import type { LeadPlatform } from './leads.api.ts';

type LeadsEmptyProps = {
  platform: LeadPlatform;
  search?: string;
  onClearSearch?: () => void;
  /** Why the list could not be read; null when it was. */
  error: Error | null;
  onRetry: () => void;
};

/** Why there are no leads, and what helps. */
export const LeadsEmpty = ({ platform, search = '', onClearSearch, error, onRetry }: LeadsEmptyProps) => {
  const isConnected = useIsConnected(platform);
  const title = messages.empty.leads;
  const asksForConnection = error instanceof ApiError && error.code === 'NOT_CONNECTED';
  if (error !== null && !asksForConnection)
    return (
      <EmptyState
        title={title}
        description="The list could not be loaded."
        action={
          <Button size="sm" onClick={onRetry}>
            Retry
          </Button>
        }
      />
    );
  if (search !== '')
    return (
      <EmptyState
        title={title}
        description={`No leads match “${search}”.`}
        action={
          <Button size="sm" onClick={onClearSearch}>
            Clear search
          </Button>
        }
      />
    );
  const name = platformNames[platform];
  return isConnected && !asksForConnection ? (
    <EmptyState
      title={title}
      description={`Leads of your ${name} forms appear here by themselves, usually within seconds.`}
    />
  ) : (
    <EmptyState
      title={title}
      description={`Connect ${name}, and the leads of its forms are collected by themselves.`}
      action={
        <Link to={routes[platform].path} className={buttonStyles({})}>
          Connect {name}
        </Link>
      }
    />
  );
};
