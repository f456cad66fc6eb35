import { SectionHeading } from './SectionHeading.tsx';

const samples = [
  {
    quote:
      'The Monday report used to be three browser tabs and a morning. Now I pick the accounts, check the preview and send the sheet.',
    role: 'a marketing manager',
  },
  {
    quote:
      'A lead used to wait in somebody’s download folder until Friday. Now I see it while the person is still at their desk.',
    role: 'a head of sales',
  },
];

/** Invented examples, marked as such on the page. */
export const Testimonials = () => (
  <section aria-labelledby="testimonials" className="border-t bg-surface">
    <div className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
      <SectionHeading id="testimonials" title="What it could do for you" />
      <ul className="mt-10 grid gap-4 md:grid-cols-2 lg:gap-6">
        {samples.map(({ quote, role }) => (
          <li key={role}>
            <figure data-testimonial="" className="flex h-full flex-col rounded-lg border bg-bg p-6 lg:p-8">
              <blockquote className="text-xl leading-relaxed text-pretty">“{quote}”</blockquote>
              <figcaption className="mt-auto flex items-center gap-3 pt-8 text-sm text-muted">
                <span className="rounded-sm bg-hover px-2 py-0.5 text-xs font-medium">Sample</span>
                Written for {role} to recognize
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </div>
  </section>
);
