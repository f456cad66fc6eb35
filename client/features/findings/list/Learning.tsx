import { ChevronRight } from 'lucide-react';
import { NamedIcon } from '#client/components/marks/NamedIcon.tsx';
import { countOf } from '#client/lib/countOf.ts';
import { formatDay } from '#client/lib/format.ts';
import type { Findings } from '#shared/contracts/findings.ts';
import { findingKindNames } from '#shared/findings.ts';

type Entry = Findings['watched']['learning'][number];

const byAccount = (learning: readonly Entry[]): Entry[][] => {
  const accounts = new Map<string, Entry[]>();
  for (const entry of learning) {
    const key = `${entry.platform}:${entry.accountId}`;
    accounts.set(key, [...(accounts.get(key) ?? []), entry]);
  }
  return [...accounts.values()];
};

type LearningProps = Pick<Findings, 'watched'> & { isOpen: boolean };

/** Kinds of findings without enough account history. */
export const Learning = ({ watched: { learning }, isOpen }: LearningProps) => {
  if (learning.length === 0) return null;
  const accounts = byAccount(learning);
  return (
    <details open={isOpen} className="group rounded-md border border-hairline bg-surface">
      <summary className="flex min-h-10 items-center gap-2 rounded-md px-4 text-[13px] text-muted pointer-coarse:min-h-11">
        <ChevronRight aria-hidden="true" className="size-4 transition-transform group-open:rotate-90" />
        Still learning: {countOf(accounts.length, 'account')}
      </summary>
      <div className="grid gap-3 border-t border-hairline px-4 py-3 text-[13px]">
        <p className="text-muted">These kinds of findings need more history of an account before they say anything.</p>
        <ul className="grid gap-3">
          {accounts.map((entries) => {
            const [first] = entries;
            return (
              first && (
                <li key={`${first.platform}:${first.accountId}`}>
                  <p className="flex items-center gap-2 font-medium">
                    <NamedIcon platform={first.platform} />
                    <span dir="auto" className="min-w-0 truncate">
                      {first.accountName}
                    </span>
                  </p>
                  <ul className="mt-1 flex flex-wrap gap-x-4 gap-y-0.5 pl-6 text-muted">
                    {entries.map(({ kind, until }) => (
                      <li key={kind}>
                        {findingKindNames[kind]}: until {formatDay(until)}
                      </li>
                    ))}
                  </ul>
                </li>
              )
            );
          })}
        </ul>
      </div>
    </details>
  );
};
