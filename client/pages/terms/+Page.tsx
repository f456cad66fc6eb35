import '#client/styles/landing.css';
import { usePageContext } from 'vike-react/usePageContext';
import { LegalPage } from '#client/landing/LegalPage.tsx';
import { formatDay } from '#client/landing/legal/formatDay.ts';
import { InShort } from '#client/landing/legal/InShort.tsx';
import { textDates } from '#shared/publicPages.ts';
import { routes } from '#shared/routes.ts';
import { termsSections } from './termsSections.tsx';

const { path } = routes.termsOfService;

export default function Page() {
  const { site } = usePageContext();
  return (
    <LegalPage
      currentPath={path}
      title="Terms of Service"
      updated={formatDay(textDates[path])}
      intro={
        <>
          <p>
            These terms are the agreement between you and the operator of this installation of Leadlight. They say what
            you can expect from us, and what we expect from you.
          </p>
          <InShort>
            <li>Your data stays yours. We use it to provide the service, and for nothing else.</li>
            <li>Connect only ad accounts that you may use, and collect leads only where you have the right to.</li>
            <li>A change of price is announced 30 days ahead. You can leave before it.</li>
            <li>You can stop at any time. So can we, with notice.</li>
            <li>We take care, but cannot promise that nothing ever fails.</li>
          </InShort>
        </>
      }
      sections={termsSections(site)}
    />
  );
}
