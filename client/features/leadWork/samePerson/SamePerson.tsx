import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { cn } from '#client/lib/cn.ts';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import type { MergedLead, SimilarLead } from '#shared/contracts/duplicates.ts';
import type { LeadDetail } from '#shared/contracts/leadWork.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { duplicateLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { sourceNames } from '#shared/sourceNames.ts';
import { StatusMark } from '../StatusMark.tsx';
import { useSamePerson, useSeparate } from './samePerson.api.ts';

const MergeDialog = lazyScreen(async () => (await import('./MergeDialog.tsx')).MergeDialog);

type SamePersonProps = {
  lead: LeadDetail;
  ladder: readonly LeadStatus[];
  members: readonly { id: string; name: string }[];
  onMove: (id: string) => void;
};

const nameOf = ({ name }: Pick<SimilarLead, 'name'>): string => name || 'Without a name';

const Origin = ({ lead: { list, formName, createdAt } }: { lead: SimilarLead | MergedLead }) => (
  <span className="text-xs text-muted">
    {[sourceNames[list], formName].filter((text) => text !== null).join(' · ')},{' '}
    <time dateTime={createdAt} title={formatLongDateTime(createdAt)}>
      {formatRelative(createdAt)}
    </time>
  </span>
);

const sharedTexts: Record<string, string> = {
  email: 'Same email',
  phone: 'Same phone number',
  'email,phone': 'Same email and phone number',
};

const rowStyles = 'flex items-center justify-between gap-3 border-b border-hairline py-2 last:border-b-0';

/** A lead merged into the opened lead. An inner lead can be separated only after its outer lead. */
const Merged = ({ lead, isInner }: { lead: MergedLead; isInner: boolean }) => {
  const separate = useSeparate();
  return (
    <li className={rowStyles}>
      <div className="min-w-0">
        <p className="text-[13px] wrap-anywhere">{nameOf(lead)}</p>
        <Origin lead={lead} />
        <p className="text-xs text-muted">
          Merged{lead.mergedBy === null ? '' : ` by ${lead.mergedBy}`}{' '}
          <time dateTime={lead.mergedAt} title={formatLongDateTime(lead.mergedAt)}>
            {formatRelative(lead.mergedAt)}
          </time>
          {isInner && ', into a lead that is merged itself'}
        </p>
      </div>
      {!isInner && (
        <Button
          size="sm"
          aria-label={`Separate ${nameOf(lead)}`}
          isBusy={separate.isPending}
          onClick={() => separate.mutate(lead.id)}
        >
          Separate
        </Button>
      )}
    </li>
  );
};

/** Other leads of the same person, and leads merged into this one. Renders nothing if there are none. */
export const SamePerson = ({ lead, ladder, members, onMove }: SamePersonProps) => {
  const { data, error, isFetching, refetch } = useSamePerson(lead.id);
  const [isComparing, setComparing] = useState(false);
  if (error && !data)
    return (
      <section className="border-t border-hairline p-4">
        <ErrorPanel
          message={messageOf(error, messages.duplicates.loadFailed)}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      </section>
    );
  if (!data || data.total + data.merged.length === 0) return null;
  const { data: others, total, merged } = data;
  return (
    <section className="border-t border-hairline p-4" aria-label="Same person">
      <div className="mb-1 flex items-center justify-between gap-2">
        <h3 className="text-xs font-semibold">Same person</h3>
        {others.length > 0 && (
          <Button size="sm" onClick={() => setComparing(true)}>
            Compare and merge
          </Button>
        )}
      </div>
      {total > 0 && (
        <ul aria-label="Other leads of this person">
          {others.map((other) => {
            const status = ladder.find(({ id }) => id === other.statusId);
            return (
              <li key={other.id} className={rowStyles}>
                <div className="min-w-0">
                  <button
                    type="button"
                    dir="auto"
                    className={cn(linkStyles, 'text-left')}
                    onClick={() => onMove(other.id)}
                  >
                    <span className="wrap-anywhere">{nameOf(other)}</span>
                  </button>
                  <p>
                    <Origin lead={other} />
                  </p>
                  <p className="text-xs text-muted">{sharedTexts[other.shares.join()] ?? sharedTexts['email,phone']}</p>
                </div>
                {status && (
                  <span className="shrink-0 text-xs">
                    <StatusMark status={status} />
                  </span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {total > others.length && (
        <p className="mt-1 text-xs text-muted">
          {total >= duplicateLimits.counted ? `${duplicateLimits.counted} or more` : total} leads in all. The first ones
          are shown.
        </p>
      )}
      {merged.length > 0 && (
        <>
          <h4 className="mt-2 text-xs text-muted">Merged into this lead</h4>
          <ul aria-label="Merged into this lead">
            {merged.map((each) => (
              <Merged key={each.id} lead={each} isInner={each.into !== lead.id} />
            ))}
          </ul>
        </>
      )}
      {isComparing && (
        <Suspense>
          <MergeDialog
            leads={[lead, ...others]}
            ladder={ladder}
            members={members}
            onClose={() => setComparing(false)}
            onMerged={(id) => {
              setComparing(false);
              if (id !== lead.id) onMove(id);
            }}
          />
        </Suspense>
      )}
    </section>
  );
};
