import type { Registration } from './registration.ts';

/** Facts about the install for the public pages. */
export type SiteInfo = {
  /** Its public URL without a trailing slash, e.g. `https://leads.example.org`. */
  origin: string;
  /** The operator's contact for privacy and security; null: not set. */
  contactEmail: string | null;
  /** Days after which leads are deleted; null: leads are kept. */
  leadRetentionDays: number | null;
  registration: Registration;
};
