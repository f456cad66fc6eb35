import type { ReactNode } from 'react';
import { PublicPage } from './frame/PublicPage.tsx';

export type LegalSection = { title: string; body: ReactNode };

const idOf = (index: number): string => `section-${index + 1}`;

const Contents = ({ sections }: { sections: readonly LegalSection[] }) => (
  <ol className="space-y-0.5 text-sm [scroll-target-group:auto]">
    {sections.map(({ title }, index) => (
      <li key={title}>
        <a
          href={`#${idOf(index)}`}
          className="flex gap-2 rounded-md px-2 py-2.5 text-muted hover:text-fg lg:py-1.5 [&:target-current]:bg-hover [&:target-current]:text-fg"
        >
          <span className="w-5 flex-none text-right tabular-nums">{index + 1}</span>
          {title}
        </a>
      </li>
    ))}
  </ol>
);

/** A legal text with sections numbered by their order. */
export const LegalPage = (page: {
  currentPath: string;
  title: string;
  updated: string;
  intro: ReactNode;
  sections: readonly LegalSection[];
}) => (
  <PublicPage currentPath={page.currentPath}>
    <div className="mx-auto max-w-6xl gap-16 px-4 py-10 sm:px-6 md:py-16 lg:grid lg:grid-cols-[15rem_minmax(0,1fr)]">
      <nav
        aria-label="Contents"
        className="sticky top-22 hidden max-h-[calc(100dvh-7rem)] self-start overflow-y-auto lg:block print:hidden"
      >
        <p className="mb-2 px-2 text-sm font-semibold">Contents</p>
        <Contents sections={page.sections} />
      </nav>
      <article className="max-w-2xl text-base text-pretty wrap-break-word [&_a]:text-accent-text [&_a]:underline [&_a]:underline-offset-2">
        <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{page.title}</h1>
        <p className="mt-3 text-sm text-muted">Last updated: {page.updated}</p>
        <div className="mt-6 space-y-4">{page.intro}</div>
        <details className="mt-6 rounded-lg border bg-surface lg:hidden print:hidden">
          <summary className="px-4 py-3 font-medium">Contents</summary>
          <nav aria-label="Contents" className="border-t px-2 py-2 [&_a]:no-underline">
            <Contents sections={page.sections} />
          </nav>
        </details>
        {page.sections.map(({ title, body }, index) => (
          <section key={title} aria-labelledby={idOf(index)} className="mt-12">
            <h2 id={idOf(index)} className="break-after-avoid text-xl font-semibold tracking-tight">
              <a
                href={`#${idOf(index)}`}
                className="text-fg! no-underline! after:ml-2 after:text-muted after:opacity-0 after:content-['#'/''] hover:after:opacity-100 focus-visible:after:opacity-100"
              >
                {`${index + 1}. ${title}`}
              </a>
            </h2>
            <div className="mt-4 space-y-4 [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-6 [&_ul]:marker:text-muted">
              {body}
            </div>
          </section>
        ))}
      </article>
    </div>
  </PublicPage>
);
