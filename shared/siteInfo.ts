import type { Registration } from './registration.ts';

/** What the public pages know of the install they belong to. */
export type SiteInfo = {
  /** Where browsers and search engines find it, e.g. `https://leads.example.org`, without a slash at the end. */
  origin: string;
  /** Where its operator answers questions about privacy and security; null: not set. */
  contactEmail: string | null;
  /** Leads that are older than so many days are deleted; null: they are kept. */
  leadRetentionDays: number | null;
  registration: Registration;
};
