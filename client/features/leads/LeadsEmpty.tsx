import { PlugZap } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { noLeadsMatch, noSuchPage, notLoaded } from '#client/components/states/emptyReasons.tsx';
import type { EmptyReason } from '#client/components/states/emptyReasons.tsx';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { ApiError, messageOf } from '#client/lib/api/ApiError.ts';
import { Link } from 'react-router-dom';
import { useIsConnected } from '#client/stores/userStore.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

type LeadsEmptyProps = {
  platform: LeadPlatformId;
  /** For lists with pages and a search. */
  list?: { page: number; onFirstPage: () => void; search: string; onClearSearch: () => void };
  /** The reason why the list failed to load, or null. */
  error: Error | null;
  onRetry: () => void;
  isRetrying: boolean;
};

const GrantLink = ({ platform, children }: { platform: LeadPlatformId; children: ReactNode }) => (
  <Link to={routes[platform].path} className={buttonStyles({ variant: 'primary' })}>
    {children}
  </Link>
);

/* Shows details only for failures that the person can fix. Other failures get a general text and a console entry. */
const failureOf = ({ platform, error, onRetry, isRetrying }: LeadsEmptyProps): EmptyReason | null => {
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
  return notLoaded(onRetry, isRetrying);
};

const notFoundOf = ({ list }: LeadsEmptyProps): EmptyReason | null => {
  if (list === undefined) return null;
  if (list.page > 1) return noSuchPage(list.page, list.onFirstPage);
  return list.search === '' ? null : noLeadsMatch(list.search, list.onClearSearch);
};

const nothingYetOf = ({ platform, error }: LeadsEmptyProps, isConnected: boolean): EmptyReason => {
  const name = platformNames[platform];
  return isConnected && error === null
    ? { description: `Leads of your ${name} forms appear here by themselves, usually within seconds.` }
    : {
        icon: <PlatformIcon platform={platform} />,
        description: `Connect ${name}, and the leads of its forms are collected by themselves.`,
        action: <GrantLink platform={platform}>Connect {name}</GrantLink>,
      };
};

/** Explains why there are no leads, and what the person can do. */
export const LeadsEmpty = (props: LeadsEmptyProps) => {
  const isConnected = useIsConnected(props.platform);
  const reason = failureOf(props) ?? notFoundOf(props) ?? nothingYetOf(props, isConnected);
  return <EmptyState {...reason} title={messages.empty.leads} />;
};
