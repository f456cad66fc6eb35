import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { formatInteger, formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { Activity } from '#shared/contracts/activity.ts';
import { useUndo } from './activity.api.ts';
import { describeActivity } from './describeActivity.ts';
import { LeftLeads } from './LeftLeads.tsx';

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatLongDateTime(at)}>
    {formatRelative(at)}
  </time>
);

const formerMember = 'a former member';

type UndoneProps = { id: string; undone: NonNullable<Activity['undone']>; onLeave: () => void };

const Undone = ({ id, undone: { at, byName, restored, left }, onLeave }: UndoneProps) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <p>
        Undone by {byName ?? formerMember} <Time at={at} />: {formatInteger(restored)} restored
        {left > 0 && (
          <>
            , {formatInteger(left)} left because somebody changed {left === 1 ? 'it' : 'them'} since{' '}
            <button
              type="button"
              aria-expanded={isShown}
              className="text-accent-text underline"
              onClick={() => setIsShown(!isShown)}
            >
              {isShown ? 'Hide' : 'Show'}
            </button>
          </>
        )}
      </p>
      {isShown && <LeftLeads id={id} onOpen={onLeave} />}
    </>
  );
};

/** One bulk action or import, and its undo. */
export const ActivityItem = ({ activity, onLeave }: { activity: Activity; onLeave: () => void }) => {
  const undo = useUndo();
  const { id, at, authorName, undone, undoableUntil } = activity;
  const words = describeActivity(activity);
  return (
    <li className="flex items-start justify-between gap-4 border-b border-hairline py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="grid min-w-0 gap-1 text-[13px] text-muted">
        <h3 className="text-sm font-medium wrap-anywhere text-fg">{words}</h3>
        <p>
          By {authorName ?? formerMember}, <Time at={at} />
        </p>
        {undone && <Undone id={id} undone={undone} onLeave={onLeave} />}
      </div>
      {undoableUntil !== null && (
        <Button
          size="sm"
          aria-label={`Undo: ${words}`}
          title={`Can be undone until ${formatLongDateTime(undoableUntil)}`}
          isBusy={undo.isPending}
          onClick={() => undo.mutate(id)}
        >
          Undo
        </Button>
      )}
    </li>
  );
};
