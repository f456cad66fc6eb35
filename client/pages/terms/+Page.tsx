import '#client/styles/landing.css';
import { LegalPage } from '#client/landing/LegalPage.tsx';
import { routes } from '#shared/routes.ts';
import { sections } from './sections.tsx';

export default function Page() {
  return (
    <LegalPage
      currentPath={routes.termsOfService.path}
      title="Terms of Service"
      updated="21 November 2026"
      intro={<p>These terms are between you and the operator of this installation of Leadlight.</p>}
      sections={sections}
    />
  );
}
