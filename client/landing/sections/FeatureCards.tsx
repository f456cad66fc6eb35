import { platformIds, platformNames } from '#shared/platforms.ts';
import { platformLooks } from '#client/platforms/platformLooks.ts';
import { PlatformMark } from '#client/components/marks/PlatformMark.tsx';
import { SectionHeading } from './SectionHeading.tsx';

export const FeatureCards = () => (
  <section aria-labelledby="features" className="border-y bg-surface">
    <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
      <SectionHeading id="features" title="Three platforms, one way to look at them">
        Grant access once, in the platform&apos;s own window. Tick the accounts that matter, and their campaigns stand
        side by side.
      </SectionHeading>
      <ul className="mt-10 grid gap-4 md:grid-cols-3 lg:gap-x-6">
        {platformIds.map((platform) => (
          <li key={platform} className="row-span-4 grid grid-rows-subgrid gap-y-0 rounded-lg border bg-bg p-6 lg:p-7">
            <PlatformMark platform={platform} className="size-8" />
            <h3 className="mt-6 text-xl font-semibold tracking-tight">{platformNames[platform]}</h3>
            <p className="mt-2 text-base text-pretty text-muted">{platformLooks[platform].landing.text}</p>
            <ul className="mt-6 space-y-3 border-t pt-6 text-sm">
              {platformLooks[platform].landing.points.map((point) => (
                <li key={point} className="flex gap-2.5">
                  <svg viewBox="0 0 16 16" className="mt-0.5 size-4 flex-none" aria-hidden="true">
                    <path d="m3.5 8.5 3 3 6-7" className="fill-none stroke-accent-text" strokeWidth="1.6" />
                  </svg>
                  {point}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
