import { TriangleAlert } from 'lucide-react';
import { Link, useLocation } from 'react-router-dom';
import type { Connection } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { platformNames } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { asSentence } from './asSentence.ts';
import { useConnections } from './connections.api.ts';
import { expiryOf } from './expiryOf.ts';

const warningOf = (connection: Connection): string | null => {
  if (connection.state === 'reconnect') return connection.reason;
  const days = expiryOf(connection);
  return days === null ? null : messages.connections.expiring(connection.platform, days);
};

/**
 * One line above every screen for each grant that is lost or will soon expire. Rendered after a notification reports
 * such a grant, and checks that the report still applies. Not on the platform's own screen, which shows it itself.
 */
export const ConnectionsAtRisk = () => {
  const { pathname } = useLocation();
  const { data = [] } = useConnections();
  const warnings = data.flatMap((connection) => {
    const { platform } = connection;
    const text = warningOf(connection);
    return text === null || pathname === routes[platform].path ? [] : [{ platform, text }];
  });
  if (warnings.length === 0) return null;
  return (
    <output className="grid gap-1 bg-warning-tint px-4 py-2 text-[13px] text-warning md:px-6">
      {warnings.map(({ platform, text }) => (
        <span key={platform} className="flex items-start gap-2">
          <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          <span className="min-w-0">
            {asSentence(text)}{' '}
            <Link
              to={routes[platform].path}
              className="rounded-sm font-medium whitespace-nowrap underline underline-offset-3"
            >
              Reconnect {platformNames[platform]}
            </Link>
          </span>
        </span>
      ))}
    </output>
  );
};
