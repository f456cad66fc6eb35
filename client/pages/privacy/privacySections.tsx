import type { LegalSection } from '#client/landing/LegalPage.tsx';
import type { SiteInfo } from '#shared/siteInfo.ts';
import { BrowserStorage } from './sections/BrowserStorage.tsx';
import { Controller } from './sections/Controller.tsx';
import { Deletion } from './sections/Deletion.tsx';
import { GoogleData } from './sections/GoogleData.tsx';
import { LeadPeople } from './sections/LeadPeople.tsx';
import { MetaAndTikTokData } from './sections/MetaAndTikTokData.tsx';
import { Protection } from './sections/Protection.tsx';
import { Purposes } from './sections/Purposes.tsx';
import { Recipients } from './sections/Recipients.tsx';
import { Rights } from './sections/Rights.tsx';
import { StoredData } from './sections/StoredData.tsx';

/** The privacy policy of an install. Its texts refer to sections by number: check them when the order changes. */
export const privacySections = (site: SiteInfo): readonly LegalSection[] => [
  { title: 'Who is responsible', body: <Controller site={site} /> },
  { title: 'What we store', body: <StoredData /> },
  { title: 'Why we use it, and on what grounds', body: <Purposes /> },
  { title: 'Data from Google', body: <GoogleData /> },
  { title: 'Data from Meta and TikTok', body: <MetaAndTikTokData /> },
  { title: 'If you filled in a lead form', body: <LeadPeople site={site} /> },
  { title: 'Who receives data', body: <Recipients /> },
  { title: 'How data is protected', body: <Protection /> },
  { title: 'How long we keep it, and how to delete it', body: <Deletion site={site} /> },
  { title: 'Cookies and browser storage', body: <BrowserStorage /> },
  { title: 'Your rights, changes and contact', body: <Rights site={site} /> },
];
