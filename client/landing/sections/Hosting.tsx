import { SectionHeading } from './SectionHeading.tsx';

const facts = [
  {
    title: 'One program',
    text: 'Web server, API, job queue and database start together, as one. Give it a PostgreSQL of your own, and the others run apart, as often as you need.',
  },
  {
    title: 'Keys stay with you',
    text: 'Tokens of the platforms are encrypted with AES-256-GCM, passwords and sessions kept as hashes. The key lies on your server.',
  },
  {
    title: 'Nobody looks on',
    text: 'No trackers and no advertising cookies. This page has loaded nothing from any other server, not even a font.',
  },
  {
    title: 'No ad account needed',
    text: 'To try it out, a sandbox simulates the three platforms, with invented consent, campaigns and leads.',
  },
] as const;

const output = [
  { label: 'Open', value: 'http://localhost:3000' },
  { label: 'Sign in with', value: 'demo@example.test' },
] as const;

export const Hosting = () => (
  <section aria-labelledby="hosting" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
    <div className="grid items-center gap-10 lg:grid-cols-2 lg:gap-16">
      <div>
        <SectionHeading id="hosting" title="Yours to host">
          Leadlight runs on your own machine. One command tries it out, with an account that is ready and data that is
          made up.
        </SectionHeading>
      </div>
      <div className="overflow-hidden rounded-lg border bg-surface font-mono text-[13px] shadow-popover sm:text-sm">
        <p className="border-b px-5 py-4 wrap-anywhere">
          <span aria-hidden="true" className="mr-3 text-muted select-none">
            $
          </span>
          <code>npm ci &amp;&amp; npm run demo</code>
        </p>
        <dl className="space-y-1.5 px-5 py-4 text-muted">
          {output.map(({ label, value }) => (
            <div key={label} className="flex flex-wrap gap-x-3">
              <dt className="w-24 sm:w-28">{label}</dt>
              <dd className="text-fg">{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </div>
    <dl className="mt-12 grid gap-x-8 gap-y-8 border-t pt-10 sm:grid-cols-2 lg:grid-cols-4">
      {facts.map(({ title, text }) => (
        <div key={title}>
          <dt className="text-base font-semibold">{title}</dt>
          <dd className="mt-1.5 text-sm text-pretty text-muted">{text}</dd>
        </div>
      ))}
    </dl>
  </section>
);
