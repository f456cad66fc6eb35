import { cn } from '#client/lib/cn.ts';
import type { Finding } from '#shared/contracts/findings.ts';
import { FindingFacts } from '../FindingFacts.tsx';
import { FindingSentence } from '../FindingSentence.tsx';
import { KindIcon } from '../KindIcon.tsx';
import { Stake } from '../Stake.tsx';

type FindingRowProps = { finding: Finding; isOpened: boolean; onOpen: (id: string) => void };

/** A finding in the list. A click anywhere opens it. */
export const FindingRow = ({ finding, isOpened, onOpen }: FindingRowProps) => {
  const isQuiet = finding.mark !== null || finding.ended !== null;
  return (
    <li
      className={cn(
        'relative flex gap-3 border-t border-hairline px-4 py-3.5 transition-colors first:border-t-0 hover:bg-hover',
        isOpened && 'bg-accent-tint',
      )}
    >
      <span
        className={cn(
          'mt-0.5 grid size-8 shrink-0 place-items-center rounded-md max-sm:hidden [&>svg]:size-4',
          isQuiet ? 'bg-hover text-muted' : 'bg-warning-tint text-warning',
        )}
      >
        <KindIcon kind={finding.kind} />
      </span>
      <div className="grid min-w-0 flex-1 grid-cols-1 gap-1">
        <button
          type="button"
          onClick={() => onOpen(finding.id)}
          className="text-left text-pretty after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent-text"
        >
          <FindingSentence finding={finding} />
        </button>
        <FindingFacts finding={finding} />
      </div>
      <Stake finding={finding} />
    </li>
  );
};
