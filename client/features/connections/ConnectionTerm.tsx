import { formatDate, formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { Connection } from '#shared/contracts/connections.ts';
import { messages } from '#shared/messages.ts';
import { expiryOf } from './expiryOf.ts';

/** One line with the dates when access was granted, last worked and expires. */
export const ConnectionTerm = ({ connection }: { connection: Connection }) => {
  const { connectedAt, lastGoodCallAt, expiresAt } = connection;
  const days = expiryOf(connection);
  if (connectedAt === null) return null;
  return (
    <>
      Since {formatDate(connectedAt)}
      {lastGoodCallAt !== null && (
        <>
          ,{' '}
          <span title={formatLongDateTime(lastGoodCallAt)} className="whitespace-nowrap">
            last answer {formatRelative(lastGoodCallAt)}
          </span>
        </>
      )}
      {expiresAt !== null && days === null && (
        <>
          , <span className="whitespace-nowrap">runs out on {formatDate(expiresAt)}</span>
        </>
      )}
      {expiresAt !== null && days !== null && (
        <>
          .{' '}
          <span title={formatLongDateTime(expiresAt)} className="font-medium whitespace-nowrap text-warning">
            {messages.connections.accessEnds(days)}
          </span>
        </>
      )}
    </>
  );
};
