import { SectionHeading } from './SectionHeading.tsx';

const steps = [
  {
    title: 'Connect',
    text: 'Grant access in a window of Google, Facebook or TikTok. Your password stays there; Leadlight keeps an encrypted token, until you disconnect.',
  },
  {
    title: 'Look',
    text: 'Choose the accounts and the days. Every campaign and every ad is a row, with its spend, clicks and leads, before anything leaves the screen.',
  },
  {
    title: 'Send',
    text: 'One click writes the rows to a Google Sheet of your own. You are told the moment it is done, on whatever screen you are by then.',
  },
] as const;

export const Steps = () => (
  <section aria-labelledby="steps" className="mx-auto max-w-6xl px-4 py-14 sm:px-6 md:py-20">
    <SectionHeading id="steps" title="From ad account to spreadsheet in three steps" />
    <ol className="mt-10 grid gap-8 md:grid-cols-3">
      {steps.map(({ title, text }, index) => (
        <li key={title} className="flex gap-6 md:block">
          <div aria-hidden="true" className="flex flex-none items-start gap-6 pt-1 pl-2 md:items-center md:pt-0">
            <span className="grid size-9 rotate-45 place-items-center rounded-sm bg-accent text-on-accent">
              <span className="-rotate-45 text-base font-semibold">{index + 1}</span>
            </span>
            <span className="hidden h-px flex-1 bg-hairline md:block" />
          </div>
          <div>
            <h3 className="text-xl font-semibold tracking-tight md:mt-6">{title}</h3>
            <p className="mt-2 text-base text-pretty text-muted">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </section>
);
