import '#client/styles/landing.css';
import { usePageContext } from 'vike-react/usePageContext';
import { routes } from '#shared/routes.ts';
import { CallToAction } from '#client/landing/sections/CallToAction.tsx';
import { Counters } from '#client/landing/sections/Counters.tsx';
import { FeatureCards } from '#client/landing/sections/FeatureCards.tsx';
import { Hero } from '#client/landing/sections/Hero.tsx';
import { Hosting } from '#client/landing/sections/Hosting.tsx';
import { LeadCollection } from '#client/landing/sections/LeadCollection.tsx';
import { Mornings } from '#client/landing/sections/Mornings.tsx';
import { PublicPage } from '#client/landing/frame/PublicPage.tsx';
import { Steps } from '#client/landing/sections/Steps.tsx';
import { Testimonials } from '#client/landing/sections/Testimonials.tsx';

export default function Page() {
  const { site } = usePageContext();
  return (
    <PublicPage currentPath={routes.landing.path}>
      <Hero />
      <Counters />
      <FeatureCards />
      <Steps />
      <LeadCollection />
      <Mornings />
      <Hosting />
      <Testimonials />
      <CallToAction registration={site.registration} />
    </PublicPage>
  );
}
