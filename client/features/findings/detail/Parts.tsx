import { cn } from '#client/lib/cn.ts';
import type { Finding } from '#shared/contracts/findings.ts';
import { causeWords } from '#shared/findingSentence.ts';
import { factorNames, formatPart, formatValue, unitOf } from '../words.ts';

/** Further parts are added up. */
const shownParts = 8;

/** A part as a bar to the left or right of zero. Decorative: the number is beside the bar. */
const PartBar = ({ share, isAgainst }: { share: number; isAgainst: boolean }) => (
  <span aria-hidden="true" className="relative block h-2 rounded-full bg-hover">
    <span
      style={{ width: `${Math.abs(share) * 50}%`, [share < 0 ? 'right' : 'left']: '50%' }}
      className={cn('absolute inset-y-0 min-w-0.5', isAgainst ? 'bg-control' : 'bg-accent')}
    />
    <span className="absolute -inset-y-0.5 left-1/2 w-px bg-control" />
  </span>
);

/** The parts of the change, largest first. Their sum is the change. */
export const Parts = ({ finding }: { finding: Finding }) => {
  const { causes, change, entity, kind } = finding;
  const total = change.after.value - change.before.value;
  const largest = Math.max(...causes.map(({ part }) => Math.abs(part)), Number.EPSILON);
  const rest = causes.slice(shownParts).reduce((sum, { part }) => sum + part, 0);
  return (
    <section>
      <h3 className="text-[13px] font-semibold">What moved it</h3>
      <p className="mb-2 text-[13px] text-muted">
        From {formatValue(finding, change.before.value)} to {formatValue(finding, change.after.value)} {unitOf(kind)}.
        The parts add up to {formatPart(finding, total)}.
      </p>
      <ul className="grid gap-2.5 text-[13px]">
        {causes.slice(0, shownParts).map((cause) => (
          <li key={`${cause.entity.level} ${cause.entity.id} ${cause.factor}`}>
            <span className="mb-1 flex items-baseline justify-between gap-3">
              <span className="min-w-0 wrap-anywhere">
                {factorNames[cause.factor]}
                <span className="text-muted">
                  {(cause.entity.id !== entity.id || cause.entity.level !== entity.level) && ` at ${cause.entity.name}`}
                  {cause.factor !== 'other' && `: ${causeWords(kind, cause)}`}
                </span>
              </span>
              <span className="shrink-0 font-medium tabular-nums">{formatPart(finding, cause.part)}</span>
            </span>
            <PartBar share={cause.part / largest} isAgainst={cause.part * total < 0} />
          </li>
        ))}
        {causes.length > shownParts && (
          <li className="flex justify-between gap-3 text-muted">
            {causes.length - shownParts} smaller parts
            <span className="tabular-nums">{formatPart(finding, rest)}</span>
          </li>
        )}
      </ul>
    </section>
  );
};
