import type { ReactNode } from 'react';
import { PublicPage } from './PublicPage.tsx';

export type LegalSection = { title: string; body: ReactNode };

/** A legal text with numbered sections; the numbers come from the order. */
export const LegalPage = (page: {
  currentPath: string;
  title: string;
  updated: string;
  intro: ReactNode;
  sections: readonly LegalSection[];
}) => (
  <PublicPage currentPath={page.currentPath}>
    <article className="mx-auto max-w-3xl px-4 py-12 sm:px-6 md:py-16">
      <h1 className="text-3xl font-semibold tracking-tight sm:text-4xl">{page.title}</h1>
      <p className="mt-3 text-sm text-muted">Last updated: {page.updated}</p>
      <div className="mt-6 space-y-4 text-base text-pretty">{page.intro}</div>
      {page.sections.map(({ title, body }, index) => (
        <section key={title} aria-labelledby={`section-${index + 1}`} className="mt-10">
          <h2 id={`section-${index + 1}`} className="text-xl font-semibold tracking-tight">
            {`${index + 1}. ${title}`}
          </h2>
          <div className="mt-3 space-y-4 text-base text-pretty [&_a]:text-accent-text [&_a]:underline [&_ul]:list-disc [&_ul]:space-y-1.5 [&_ul]:pl-6">
            {body}
          </div>
        </section>
      ))}
    </article>
  </PublicPage>
);
