const samples = [
  {
    quote:
      'The Monday report used to be three browser tabs and a morning. Now I pick the accounts, check the preview and send the sheet.',
    role: 'a marketing manager',
  },
  {
    quote: 'Sales and marketing finally argue about the same numbers, because both of them open the same spreadsheet.',
    role: 'a head of sales',
  },
];

/** Nobody has said these: they show what such a section holds, and say so. */
export const Testimonials = () => (
  <section aria-labelledby="testimonials" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
    <h2 id="testimonials" className="text-2xl font-semibold tracking-tight sm:text-3xl">
      What it could do for you
    </h2>
    <ul className="mt-8 grid gap-4 md:grid-cols-2">
      {samples.map(({ quote, role }) => (
        <li key={role}>
          <figure data-testimonial="" className="flex h-full flex-col rounded-md border bg-surface p-6">
            <blockquote className="text-lg leading-relaxed text-pretty">“{quote}”</blockquote>
            <figcaption className="mt-auto flex items-center gap-3 pt-6 text-sm text-muted">
              <span className="rounded-sm bg-hover px-2 py-0.5 text-xs font-medium">Sample</span>
              Written for {role} to recognise
            </figcaption>
          </figure>
        </li>
      ))}
    </ul>
  </section>
);
