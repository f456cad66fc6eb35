import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import { WaitingMark } from './WaitingMark.tsx';

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatLongDateTime(at)}>
    {formatRelative(at)}
  </time>
);

/** Shows when a lead arrived and how long its first response took or has been due. */
export const FirstResponse = ({ lead }: { lead: WorkedLead }) => {
  const { createdAt, respondedAt } = lead;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 text-[13px] text-muted">
      <p>
        Arrived <Time at={createdAt} />
        {respondedAt === null ? (
          ', and nobody has responded yet'
        ) : (
          <>
            , first response <Time at={respondedAt} />
          </>
        )}
      </p>
      <WaitingMark lead={lead} untimed={null} />
    </div>
  );
};
