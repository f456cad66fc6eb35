import { Banner } from '#client/components/states/Banner.tsx';
import { formatDateTime } from '#client/lib/format.ts';
import { Link } from 'react-router-dom';
import type { ConnectionLost } from '#shared/contracts/insights.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

/** Shown above rows read before the access was lost, with the time of the oldest. */
export const LostConnectionBanner = ({ platform, lost }: { platform: PlatformId; lost: ConnectionLost }) => {
  const [oldest] = lost.accounts.flatMap(({ readAt }) => readAt ?? []).toSorted();
  const name = platformNames[platform];
  return (
    <Banner tone="warning">
      The access to {name} was lost. These rows are as of {formatDateTime(oldest)}.{' '}
      <Link to={routes[platform].path} className="rounded-sm font-medium underline underline-offset-3">
        Reconnect {name}
      </Link>
    </Banner>
  );
};
