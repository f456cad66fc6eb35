import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnections } from '#client/features/connections/connections.api.ts';
import { useNotificationsStore } from '#client/features/notifications/notificationsStore.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useHasConnection } from '#client/stores/userStore.ts';

const PlaceholderScreen = lazyScreen(
  async () => (await import('#client/features/placeholders/PlaceholderScreen.tsx')).PlaceholderScreen,
);

type WithConnectionProps = { title: string; Icon: LucideIcon; children: ReactNode };

/** Stored data, if a lost connection left any. */
const LostOrNone = ({ children, ...placeholder }: WithConnectionProps) => {
  const { data } = useConnections();
  return data?.some(({ state }) => state === 'reconnect') ? children : <PlaceholderScreen {...placeholder} />;
};

/** A screen about all connections. Without a connection, it shows only the title and a link to connect. */
export const WithConnection = (props: WithConnectionProps) => {
  const isConnected = useHasConnection();
  const isAtRisk = useNotificationsStore(({ atRisk }) => atRisk.length > 0);
  if (isConnected) return props.children;
  return isAtRisk ? <LostOrNone {...props} /> : <PlaceholderScreen title={props.title} Icon={props.Icon} />;
};
