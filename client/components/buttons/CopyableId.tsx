import { CopyButton } from './CopyButton.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';

/** Visible characters at each end of a long id. */
const shownAtEnds = 6;
const shortLength = 16;

type CopyableIdProps = {
  id: string;
  /** Accessible name of the button. */
  copyLabel?: string;
};

/**
 * A monospaced id with a copy button. A long id is shortened in the middle only visually: reading aloud, selecting and
 * searching use the whole id. The button reserves its space. It shows on hover and focus, and always on touch screens.
 *
 * @example { key: 'formId', title: 'Form Id', kind: 'id', cell: (lead) => <CopyableId id={lead.formId} /> } // a column
 */
export const CopyableId = ({ id, copyLabel = `Copy ${id}` }: CopyableIdProps) => {
  if (id === '') return <NoValue />;
  const isLong = id.length > shortLength;
  return (
    <span className="group/id inline-flex w-full items-center gap-1 font-mono text-xs">
      <span title={id} className="truncate">
        {isLong ? (
          <>
            {id.slice(0, shownAtEnds)}
            <span className="text-[0px]">{id.slice(shownAtEnds, -shownAtEnds)}</span>
            <span className="before:text-muted before:content-['…'/'']">{id.slice(-shownAtEnds)}</span>
          </>
        ) : (
          id
        )}
      </span>
      <span className="shrink-0 opacity-0 transition-opacity duration-100 group-hover/id:opacity-100 focus-within:opacity-100 pointer-coarse:opacity-100">
        <CopyButton text={id} label={copyLabel} size="iconXs" />
      </span>
    </span>
  );
};
