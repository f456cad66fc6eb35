import { undoLimits } from '#shared/limits.ts';
import findingsDarkSmall from '../images/findings-dark-small.webp';
import findingsDark from '../images/findings-dark.webp';
import findingsLightSmall from '../images/findings-light-small.webp';
import findingsLight from '../images/findings-light.webp';
import { Points } from './Points.tsx';
import { Screenshot } from './Screenshot.tsx';
import { SectionHeading } from './SectionHeading.tsx';

const answers = [
  {
    title: 'What went wrong overnight?',
    text: 'Each account is compared with its own past. A campaign that spends three times as much, or a form without leads, is named with its cause and the money at stake.',
  },
  {
    title: 'Which ad brought customers?',
    text: 'The status of each lead counts at its ad: what a qualified lead costs, and what a won one brings, beside the figures of the platform.',
  },
  {
    title: 'Who is waiting?',
    text: 'Every new lead shows how long it has waited. Response times by form, campaign and person, within your office hours.',
  },
  {
    title: 'Who takes care of it?',
    text: `Colleagues share leads, statuses and notes, and see each change as it happens. What went wrong can be undone for ${undoLimits.days} days.`,
  },
] as const;

export const Mornings = () => (
  <section
    aria-labelledby="mornings"
    className="mx-auto grid max-w-6xl items-center gap-12 px-4 py-14 sm:px-6 md:py-20 lg:grid-cols-[7fr_5fr] lg:gap-16"
  >
    <Screenshot
      light={{ large: findingsLight, small: findingsLightSmall }}
      dark={{ large: findingsDark, small: findingsDarkSmall }}
      cut="content"
      alt="The AI Insights of Leadlight, with sample data: findings in ad accounts, each with its cause and the money at stake"
      className="rounded-lg border shadow-popover max-lg:order-last"
    />
    <div>
      <SectionHeading id="mornings" title="Answers with the first coffee" />
      <Points points={answers} />
    </div>
  </section>
);
