import { useLayoutEffect, useRef, useState } from 'react';
import type { RefObject } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import type { Finding } from '#shared/contracts/findings.ts';
import { useMarkFinding } from '../findings.api.ts';
import { markNames } from '../words.ts';
import { ExpectedDialog } from './ExpectedDialog.tsx';

type Mark = NonNullable<Finding['mark']>;

const MarkedLine = ({ mark: { kind, note, byName, at } }: { mark: Mark }) => (
  <div className="min-w-0 flex-1 basis-48 text-[13px]">
    <p className="text-muted">
      <span className="font-medium text-fg">{markNames[kind]}</span> by {byName ?? 'a former member'},{' '}
      <time dateTime={at} title={formatLongDateTime(at)}>
        {formatRelative(at)}
      </time>
      {kind === 'expected' && '. Not reported again for this cause.'}
    </p>
    {note !== null && note !== '' && <p className="mt-0.5 wrap-anywhere whitespace-pre-wrap">{note}</p>}
  </div>
);

/** Marking replaces the buttons, so the focus moves from the pressed button to the first new one. */
const useFocusKept = (isMarked: boolean, isPending: boolean): RefObject<HTMLElement | null> => {
  const ref = useRef<HTMLElement>(null);
  const wasMarked = useRef(isMarked);
  useLayoutEffect(() => {
    // Buttons are disabled during the call and cannot take the focus.
    if (isPending || wasMarked.current === isMarked) return;
    wasMarked.current = isMarked;
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body || activeElement.matches('dialog');
    if (isLost) ref.current?.querySelector('button')?.focus();
  }, [isMarked, isPending]);
  return ref;
};

/** Buttons to mark a finding. Every mark can be undone. */
export const MarkActions = ({ finding }: { finding: Finding }) => {
  const { mark, isPending, pending } = useMarkFinding();
  const [isExplaining, setIsExplaining] = useState(false);
  const footer = useFocusKept(finding.mark !== null, isPending);
  return (
    <footer
      ref={footer}
      className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-t border-hairline px-4 py-3"
    >
      {finding.mark ? (
        <>
          <MarkedLine mark={finding.mark} />
          <Button key="undo" size="sm" isBusy={isPending} onClick={() => mark({ finding, mark: null })}>
            Undo
          </Button>
        </>
      ) : (
        <>
          <Button
            size="sm"
            disabled={isPending}
            isBusy={pending === 'seen'}
            onClick={() => mark({ finding, mark: 'seen' })}
          >
            Seen
          </Button>
          <Button size="sm" disabled={isPending} isBusy={pending === 'expected'} onClick={() => setIsExplaining(true)}>
            Expected…
          </Button>
          <Button
            size="sm"
            variant="primary"
            disabled={isPending}
            isBusy={pending === 'fixed'}
            onClick={() => mark({ finding, mark: 'fixed' })}
          >
            Fixed
          </Button>
        </>
      )}
      {isExplaining && (
        <ExpectedDialog
          id={finding.id}
          onClose={() => setIsExplaining(false)}
          onMark={(note) => {
            setIsExplaining(false);
            mark({ finding, mark: 'expected', note });
          }}
        />
      )}
    </footer>
  );
};
