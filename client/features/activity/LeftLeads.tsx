import { Link } from 'react-router-dom';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { leadPath } from '#client/lib/address/leadsAddress.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { useLeftLeads } from './activity.api.ts';

type LeftLeadsProps = { id: string; onOpen: () => void };

/** Leads that an undo skipped because somebody had changed them since. */
export const LeftLeads = ({ id, onOpen }: LeftLeadsProps) => {
  const { data, error, isFetching, refetch } = useLeftLeads(id);
  if (data === undefined && error !== null)
    return (
      <ErrorPanel
        message={messageOf(error, messages.activity.loadFailed)}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  if (data === undefined) return <Skeleton className="w-40" />;
  if (data.length === 0) return <p>These leads are gone by now.</p>;
  return (
    <ul aria-label="Leads that were left" className="flex flex-wrap gap-x-3 gap-y-1">
      {data.map((lead) => (
        <li key={lead.id}>
          <Link to={leadPath(lead.id)} onClick={onOpen} className={linkStyles}>
            {lead.name === '' ? 'Without a name' : lead.name}
          </Link>
        </li>
      ))}
    </ul>
  );
};
