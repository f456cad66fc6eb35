import { CircleAlert, FileQuestion, PlugZap, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '#client/components/Button.tsx';
import { buttonStyles } from '#client/components/buttonStyles.ts';
import { EmptyState } from '#client/components/EmptyState.tsx';
import { PlatformIcon } from '#client/components/PlatformIcon.tsx';
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
  isRetrying: boolean;
};

type Reason = { icon?: ReactNode; description: string; action?: ReactNode };

const GrantLink = ({ platform, children }: { platform: LeadPlatform; children: ReactNode }) => (
  <Link to={routes[platform].path} className={buttonStyles({ variant: 'primary' })}>
    {children}
  </Link>
);

/* What failed is told in general words, and in the console: only what a person can do something about is told in full. */
const failureOf = ({ platform, error, onRetry, isRetrying }: LeadsEmptyProps): Reason | null => {
  const code = error instanceof ApiError ? error.code : null;
  if (error === null || code === 'NOT_CONNECTED') return null;
  if (code === 'NOT_CONFIGURED')
    return { icon: <PlugZap />, description: messageOf(error, messages.connections.notConfigured(platform)) };
  if (code === 'RECONNECT_NEEDED' || code === 'SCOPE_MISSING')
    return {
      icon: <PlatformIcon platform={platform} />,
      description: messageOf(error, messages.connections.reconnect(platform)),
      action: <GrantLink platform={platform}>Grant access again</GrantLink>,
    };
  return {
    icon: <CircleAlert className="text-danger" />,
    description: 'The list could not be loaded.',
    action: (
      <Button size="sm" onClick={onRetry} isBusy={isRetrying}>
        Retry
      </Button>
    ),
  };
};

const notFoundOf = ({ search = '', onClearSearch, page = 1, onFirstPage }: LeadsEmptyProps): Reason | null => {
  if (page > 1)
    return {
      icon: <FileQuestion />,
      description: `There is no page ${page} any more.`,
      action: (
        <Button size="sm" onClick={onFirstPage}>
          Back to the first page
        </Button>
      ),
    };
  if (search === '') return null;
  return {
    icon: <SearchX />,
    description: `No leads match “${search}”.`,
    action: (
      <Button size="sm" onClick={onClearSearch}>
        Clear search
      </Button>
    ),
  };
};

const nothingYetOf = ({ platform, error }: LeadsEmptyProps, isConnected: boolean): Reason => {
  const name = platformNames[platform];
  return isConnected && error === null
    ? { description: `Leads of your ${name} forms appear here by themselves, usually within seconds.` }
    : {
        icon: <PlatformIcon platform={platform} />,
        description: `Connect ${name}, and the leads of its forms are collected by themselves.`,
        action: <GrantLink platform={platform}>Connect {name}</GrantLink>,
      };
};

/** Why there are no leads, and what helps. */
export const LeadsEmpty = (props: LeadsEmptyProps) => {
  const isConnected = useIsConnected(props.platform);
  const reason = failureOf(props) ?? notFoundOf(props) ?? nothingYetOf(props, isConnected);
  return <EmptyState {...reason} title={messages.empty.leads} />;
};
