import '#client/styles/landing.css';
import { usePageContext } from 'vike-react/usePageContext';
import { routes } from '#shared/routes.ts';
import { CallToAction } from '#client/landing/CallToAction.tsx';
import { Counters } from '#client/landing/Counters.tsx';
import { FeatureCards } from '#client/landing/FeatureCards.tsx';
import { Hero } from '#client/landing/Hero.tsx';
import { Hosting } from '#client/landing/Hosting.tsx';
import { LeadCollection } from '#client/landing/LeadCollection.tsx';
import { PublicPage } from '#client/landing/PublicPage.tsx';
import { Steps } from '#client/landing/Steps.tsx';
import { Testimonials } from '#client/landing/Testimonials.tsx';

export default function Page() {
  const { site } = usePageContext();
  return (
    <PublicPage currentPath={routes.landing.path}>
      <Hero />
      <Counters />
      <FeatureCards />
      <Steps />
      <LeadCollection />
      <Hosting />
      <Testimonials />
      <CallToAction registration={site.registration} />
    </PublicPage>
  );
}
