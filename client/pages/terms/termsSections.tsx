import type { LegalSection } from '#client/landing/LegalPage.tsx';
import type { SiteInfo } from '#shared/siteInfo.ts';
import { dataAndFees } from './sections/dataAndFees.tsx';
import { rightsAndLaw } from './sections/rightsAndLaw.tsx';
import { useOfService } from './sections/useOfService.tsx';

/** The terms of an install. */
export const termsSections = (site: SiteInfo): readonly LegalSection[] => [
  ...useOfService(site),
  ...dataAndFees,
  ...rightsAndLaw(site),
];
