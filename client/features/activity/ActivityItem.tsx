import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { formatInteger, formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import { sheetActivity } from '#shared/activityKinds.ts';
import type { Activity } from '#shared/contracts/activity.ts';
import { messages } from '#shared/messages.ts';
import { useUndo } from './activity.api.ts';
import type { UndoPreview } from './activity.api.ts';
import { describeActivity } from './describeActivity.ts';
import { LeftLeads } from './LeftLeads.tsx';

const Time = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatLongDateTime(at)}>
    {formatRelative(at)}
  </time>
);

const formerMember = 'a former member';

type UndoneProps = { activity: Activity; undone: NonNullable<Activity['undone']>; onLeave: () => void };

const Undone = ({ activity, undone: { at, byName, restored, left }, onLeave }: UndoneProps) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <>
      <p>
        Undone by {byName ?? formerMember} <Time at={at} />: {formatInteger(restored)}{' '}
        {messages.activity.undoVerb(activity)}
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
      {isShown && <LeftLeads id={activity.id} onOpen={onLeave} />}
    </>
  );
};

type QuestionProps = {
  activity: Activity;
  preview: UndoPreview;
  isBusy: boolean;
  onUndo: () => void;
  onCancel: () => void;
};

/** Moves the focus, because the pressed button disappears. */
const focusCancel = (question: HTMLElement | null): void =>
  question?.querySelector<HTMLElement>('[data-cancel]')?.focus();

/** Confirms an undo that cannot restore everything. */
const Question = ({ activity, preview: { restored, left }, isBusy, onUndo, onCancel }: QuestionProps) => (
  <div ref={focusCancel} className="mt-1 grid gap-2 rounded-md border border-hairline p-3 text-fg">
    <output>
      {restored === 0 ? messages.activity.nothingToUndo : messages.activity.undoPreview(activity, restored, left)}
    </output>
    <div className="flex gap-2">
      {restored > 0 && (
        <Button size="sm" isBusy={isBusy} onClick={onUndo}>
          Undo the rest
        </Button>
      )}
      <Button size="sm" data-cancel="" onClick={onCancel}>
        {restored > 0 ? 'Cancel' : 'Close'}
      </Button>
    </div>
  </div>
);

/** One bulk action or import, with its undo button. */
export const ActivityItem = ({ activity, onLeave }: { activity: Activity; onLeave: () => void }) => {
  const undo = useUndo();
  const { id, at, authorName, given, undone, undoableUntil, mayUndo } = activity;
  const words = describeActivity(activity);
  const preview = undo.data ?? null;
  return (
    <li className="flex items-start justify-between gap-4 border-b border-hairline py-3 first:pt-0 last:border-b-0 last:pb-0">
      <div className="grid min-w-0 gap-1 text-[13px] text-muted">
        <h3 className="text-sm font-medium wrap-anywhere text-fg">{words}</h3>
        <p>
          By {authorName ?? (given === sheetActivity ? 'AutoSync' : formerMember)}, <Time at={at} />
        </p>
        {undone && <Undone activity={activity} undone={undone} onLeave={onLeave} />}
        {undoableUntil !== null && !mayUndo && <p>An owner can undo this until {formatLongDateTime(undoableUntil)}</p>}
        {undoableUntil !== null && preview && (
          <Question
            activity={activity}
            preview={preview}
            isBusy={undo.isPending}
            onUndo={() => undo.mutate({ id, isConfirmed: true })}
            onCancel={() => undo.reset()}
          />
        )}
      </div>
      {undoableUntil !== null && mayUndo && !preview && (
        <Button
          size="sm"
          aria-label={`Undo: ${words}`}
          title={`Can be undone until ${formatLongDateTime(undoableUntil)}`}
          isBusy={undo.isPending}
          onClick={() => undo.mutate({ id, isConfirmed: false })}
        >
          Undo
        </Button>
      )}
    </li>
  );
};
