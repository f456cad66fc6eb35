import type { ReactNode } from 'react';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { formatDuration } from '#client/lib/formatDuration.ts';
import { useTime } from '#client/lib/hooks/useTime.ts';
import type { WorkedLead } from '#shared/contracts/leadWork.ts';
import { waitingOf } from '#shared/lib/waiting.ts';
import type { Waiting } from '#shared/lib/waiting.ts';
import { useResponseGoal } from './responses.api.ts';

const marks = {
  waiting: { tone: 'warning', word: 'Waiting' },
  overdue: { tone: 'danger', word: 'Overdue' },
  answered: { tone: 'success', word: 'After' },
} as const satisfies Partial<Record<Waiting['state'], { tone: string; word: string }>>;

const newMs = 60_000;

type WaitingMarkProps = {
  lead: Pick<WorkedLead, 'list' | 'isTest' | 'createdAt' | 'respondedAt'>;
  /** Shown for a lead without a response clock. */
  untimed?: ReactNode;
};

/** Shows how long a lead has waited for its first response. Updates by itself. */
export const WaitingMark = ({ lead, untimed = <NoValue /> }: WaitingMarkProps) => {
  const minute = useTime('minute');
  // The wait of a new lead is shown in seconds.
  const isNew = lead.respondedAt === null && Date.parse(lead.createdAt) > minute - newMs;
  const now = useTime(isNew ? 'second' : 'minute');
  const { data: goal } = useResponseGoal();
  const waiting: Waiting = goal ? waitingOf(lead, goal, now) : { state: 'untimed' };
  if (waiting.state === 'untimed') return untimed;
  const { tone, word } = marks[waiting.state];
  return (
    <StatusDot tone={tone}>
      {word} {formatDuration(waiting.ms)}
    </StatusDot>
  );
};
