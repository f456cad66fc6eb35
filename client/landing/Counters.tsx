import { landingCounters } from '#shared/limits.ts';

/** The room of a target with so many digits, kept while the number grows into it, so that nothing beside it moves. */
const widths: Record<number, string> = { 3: 'min-w-[3ch]', 4: 'min-w-[4ch]', 5: 'min-w-[5ch]' };

/** The targets stand in the HTML; `runCounters` counts up to them where motion is welcome. */
export const Counters = () => (
  <section aria-label="In figures" className="mx-auto max-w-6xl px-4 sm:px-6">
    <dl className="grid divide-y sm:grid-cols-3 sm:divide-x sm:divide-y-0">
      {landingCounters.map(({ target, suffix, label }) => (
        <div key={label} className="flex flex-col-reverse py-6 sm:px-8 sm:py-10 sm:first:pl-0">
          <dt className="mt-1 text-sm text-muted">{label}</dt>
          <dd className="text-4xl font-semibold tabular-nums">
            <span data-counter={target} className={`inline-block text-right ${widths[String(target).length] ?? ''}`}>
              {target}
            </span>
            <span className="text-muted">{suffix}</span>
          </dd>
        </div>
      ))}
    </dl>
    <p className="border-t py-3 text-xs text-muted">Sample figures, for illustration.</p>
  </section>
);
