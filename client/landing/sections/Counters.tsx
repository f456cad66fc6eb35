import { counterAnimation, landingCounters } from '#shared/limits.ts';

/**
 * The HTML has the targets; `runCounters` counts up to them unless motion is reduced. An invisible copy of the target
 * without height reserves its width, so that nothing moves. Screen readers get only the target.
 */
export const Counters = () => (
  <section aria-label="In figures" className="mx-auto max-w-6xl px-4 sm:px-6">
    <dl
      data-steps={counterAnimation.steps}
      data-step-ms={counterAnimation.stepMs}
      className="grid divide-y sm:grid-cols-3 sm:divide-x sm:divide-y-0"
    >
      {landingCounters.map(({ target, suffix, label }) => (
        <div key={label} className="flex flex-col-reverse py-6 sm:px-8 sm:py-12 sm:first:pl-0">
          <dt className="mt-1.5 text-sm text-muted">{label}</dt>
          <dd className="text-4xl font-semibold tabular-nums lg:text-5xl">
            <span className="sr-only">{`${target}${suffix}`}</span>
            <span aria-hidden="true" className="flex">
              <span
                data-counter={target}
                className="before:invisible before:block before:h-0 before:overflow-hidden before:content-[attr(data-counter)]"
              >
                {target}
              </span>
              <span className="text-muted">{suffix}</span>
            </span>
          </dd>
        </div>
      ))}
    </dl>
    <p className="border-t py-3 text-xs text-muted">Sample figures, for illustration.</p>
  </section>
);
