import type { AdLevel } from '../campaigns.ts';

/** A campaign, ad set or ad. For a campaign, `campaignId` is its own id. */
type AdObjectId = { level: AdLevel; id: string; accountId: string; campaignId: string };

/** Facts about an advertising platform that client and server share. */
export type PlatformFacts = {
  /** For texts and screens. */
  name: string;
  /** The company that runs the platform and receives its data. */
  company: string;
  /** In `Failed to fetch … Ad Accounts`. */
  nameInFailures: string;
  /** The term for its ad accounts in the API docs. */
  accounts: string;
  /** The platform's term for a group of ads. */
  adSetName: 'Ad set' | 'Ad group';
  /** The platform's objectives for campaigns with lead forms that Leadlight collects. */
  leadObjectives: readonly string[];
  /** The field with the name of an ad account in API answers. */
  accountName: 'name' | 'descriptiveName';
  /** Its Connect screen. */
  path: `/${string}`;
  /** The socket event of a new grant. */
  connected: string;
  /** The socket event of a click on Export, and of its end. */
  startExport: string;
  exportComplete: string;
  /** Its export event has the ad account ids, so that the server can export more rows than a client can post. */
  exportNamesAccounts: boolean;
  /** The ad manager page of this object, or the nearest page with a URL. */
  adManagerUrl: (object: AdObjectId) => string;
  /** Its lead forms: the call that lists the leads, and the path of the platform's webhook. */
  leads?: { path: `/leads/${string}`; webhook: `/webhooks/${string}` };
};
