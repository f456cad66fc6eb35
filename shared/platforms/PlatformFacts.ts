import type { AdLevel } from '../campaigns.ts';

/** A campaign, ad set or ad. `campaignId` is its own id for a campaign. */
type AdObjectId = { level: AdLevel; id: string; accountId: string; campaignId: string };

/** Facts about an advertising platform that client and server share. */
export type PlatformFacts = {
  /** For texts and screens. */
  name: string;
  /** The company that runs the platform and receives its data. */
  company: string;
  /** In `Failed to fetch … Ad Accounts`. */
  nameInFailures: string;
  /** What its ad accounts are, in the docs of the API. */
  accounts: string;
  /** The platform's term for a group of ads. */
  adSetName: 'Ad set' | 'Ad group';
  /** Objectives of campaigns whose lead forms Leadlight collects, in the platform's words. */
  leadObjectives: readonly string[];
  /** The field of an ad account that holds its name, in our answers. */
  accountName: 'name' | 'descriptiveName';
  /** Its Connect screen. */
  path: `/${string}`;
  /** The socket event of a new grant. */
  connected: string;
  /** The socket event of a click on Export, and of its end. */
  startExport: string;
  exportComplete: string;
  /** Its export event names the ad accounts, so that the server reads more rows than a client can post. */
  exportNamesAccounts: boolean;
  /** The page in the platform's own ad manager that shows this object, or the nearest one that has an address. */
  adManagerUrl: (object: AdObjectId) => string;
  /** Its lead forms: the call that lists the leads, and where the platform delivers them. */
  leads?: { path: `/leads/${string}`; webhook: `/webhooks/${string}` };
};
