import { platformIds, platformNames } from '#shared/platforms.ts';
import { cardImage } from '#client/seo/cardImage.ts';
import { routes } from '#shared/routes.ts';
import { ActionLink } from './ActionLink.tsx';
import campaignsDarkSmall from '../images/campaigns-dark-small.webp';
import campaignsDark from '../images/campaigns-dark.webp';
import campaignsLightSmall from '../images/campaigns-light-small.webp';
import campaignsLight from '../images/campaigns-light.webp';
import { Lattice } from './Lattice.tsx';
import { Screenshot } from './Screenshot.tsx';

/** The second half stays together, on a new line if needed. */
const [what, where] = cardImage.sentence.split(/(?<=,) /);

const names = new Intl.ListFormat('en-GB').format(platformIds.map((platform) => platformNames[platform]));

export const Hero = () => (
  <section className="relative overflow-hidden border-b bg-surface">
    <Lattice className="absolute top-0 right-0 h-50 w-64 lg:h-130 lg:w-full lg:max-w-3xl" />
    <div className="relative mx-auto max-w-6xl px-4 pt-12 sm:px-6 md:pt-20">
      <h1 className="max-w-3xl text-4xl leading-[1.1] font-semibold tracking-tight text-balance sm:text-5xl sm:text-wrap">
        {what} <span className="sm:inline-block">{where}</span>
      </h1>
      <p className="mt-5 max-w-2xl text-lg text-pretty text-muted">
        Connect {names}, see every campaign in one table, let the leads of your forms arrive by themselves, and send
        what you need to a Google Sheet. On a server that belongs to you.
      </p>
      <div className="mt-8 flex flex-wrap gap-3">
        <ActionLink look="primary" href={routes.signIn.path} data-leads-in="">
          Get Started Free
        </ActionLink>
        <ActionLink look="plain" href={routes.privacyPolicy.path}>
          Learn More<span className="sr-only"> about privacy</span>
        </ActionLink>
      </div>
      <Screenshot
        light={{ large: campaignsLight, small: campaignsLightSmall }}
        dark={{ large: campaignsDark, small: campaignsDarkSmall }}
        cut="whole"
        alt="The Campaigns of Leadlight, with sample data: campaigns of Google and TikTok in one table, with status, spend, conversions, cost per click, the change since the previous range, and the spend of 30 days as a line"
        className="mt-12 aspect-square rounded-t-lg border-x border-t shadow-popover sm:aspect-video md:mt-16"
      />
    </div>
  </section>
);
