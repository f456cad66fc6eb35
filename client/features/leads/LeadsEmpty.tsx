import { Link } from 'react-router-dom';
import { Button } from '#client/components/Button.tsx';
import { buttonStyles } from '#client/components/buttonStyles.ts';
import { EmptyState } from '#client/components/EmptyState.tsx';
import { ApiError, messageOf } from '#client/lib/ApiError.ts';
import { useIsConnected } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import type { LeadPlatform } from './leads.api.ts';

type LeadsEmptyProps = {
  platform: LeadPlatform;
  search?: string;
  onClearSearch?: () => void;
  page?: number;
  onFirstPage?: () => void;
  /** Why the list could not be read; null when it was. */
  error: Error | null;
  onRetry: () => void;
};

/** Why there are no leads, and what helps. */
export const LeadsEmpty = (props: LeadsEmptyProps) => {
  const { platform, search = '', onClearSearch, page = 1, onFirstPage, error, onRetry } = props;
  const isConnected = useIsConnected(platform);
  const title = messages.empty.leads;
  const code = error instanceof ApiError ? error.code : null;
  const asksForConnection = code === 'NOT_CONNECTED';
  if (code === 'RECONNECT_NEEDED' || code === 'SCOPE_MISSING')
    return (
      <EmptyState
        title={title}
        description={messageOf(error, messages.connections.reconnect(platform))}
        action={
          <Link to={routes[platform].path} className={buttonStyles({})}>
            Grant access again
          </Link>
        }
      />
    );
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
  if (page > 1)
    return (
      <EmptyState
        title={title}
        description={`There is no page ${page} any more.`}
        action={
          <Button size="sm" onClick={onFirstPage}>
            Back to the first page
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
