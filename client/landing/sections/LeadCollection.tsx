import { importLimits } from '#shared/limits.ts';
import leadsDarkSmall from '../images/leads-dark-small.webp';
import leadsDark from '../images/leads-dark.webp';
import leadsLightSmall from '../images/leads-light-small.webp';
import leadsLight from '../images/leads-light.webp';
import { Points } from './Points.tsx';
import { Screenshot } from './Screenshot.tsx';
import { SectionHeading } from './SectionHeading.tsx';

const number = new Intl.NumberFormat('en');

const ways = [
  {
    title: 'From lead forms',
    text: 'Somebody sends a form on Facebook or TikTok, and the lead is in your list, with every answer. No reload, no download.',
  },
  {
    title: 'From files and sheets',
    text: `Import a CSV or Excel file or a Google Sheet, up to ${number.format(importLimits.rows)} rows at once. You see what was understood before it is saved.`,
  },
  {
    title: 'From sheets in sync',
    text: 'Share a sheet once, and its new rows become leads by themselves. Sorting it changes nothing, and a row that cannot be read is named with its reason.',
  },
  {
    title: 'All in one list',
    text: 'Call, set a status, leave a note: on a phone, by keyboard, or on a board. Send the list to a Google Sheet when you need it there.',
  },
] as const;

export const LeadCollection = () => (
  <section aria-labelledby="leads" className="border-y bg-surface">
    <div className="mx-auto grid max-w-6xl items-center gap-12 px-4 py-14 sm:px-6 md:py-20 lg:grid-cols-[5fr_7fr] lg:gap-16">
      <div>
        <SectionHeading id="leads" title="Leads that come to you" />
        <Points points={ways} />
      </div>
      <Screenshot
        light={{ large: leadsLight, small: leadsLightSmall }}
        dark={{ large: leadsDark, small: leadsDarkSmall }}
        cut="content"
        alt="The leads of Leadlight, with sample data: people with their status, assignee, time since they sent the form, e-mail address and telephone number"
        className="rounded-lg border shadow-popover"
      />
    </div>
  </section>
);
