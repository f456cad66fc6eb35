import '#client/styles/landing.css';
import { LegalPage } from '#client/landing/LegalPage.tsx';
import { routes } from '#shared/routes.ts';
import { sections } from './sections.tsx';

export default function Page() {
  return (
    <LegalPage
      currentPath={routes.privacyPolicy.path}
      title="Privacy Policy"
      updated="21 November 2026"
      intro={
        <p>
          This page says what Leadlight stores, why, and what you can do about it. It describes what the software does;
          your operator may add to it where local law asks for more.
        </p>
      }
      sections={sections}
    />
  );
}
