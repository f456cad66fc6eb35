import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { PlatformCall } from './AdPlatform.ts';

/** What holds lead forms: a Facebook Page, or a TikTok ad account. */
export type LeadPage = {
  id: string;
  name: string;
  /** Facebook: calls about a Page take the Page's own token; null where the person's token serves. */
  accessToken: string | null;
};

export type LeadForm = {
  id: string;
  name: string;
  /** As the platform spells it: ACTIVE, PUBLISHED, ARCHIVED … */
  status: string;
  /** Leads that the platform can still give, as it counts them; null where it does not tell. */
  leadCount: number | null;
};

/** A lead with all its answers. Ids are text; null is what the platform left out. */
export type PlatformLead = {
  id: string;
  /** When the form was sent. */
  createdAt: Date;
  pageId: string;
  formId: string;
  adId: string | null;
  adName: string | null;
  adsetId: string | null;
  adsetName: string | null;
  campaignId: string | null;
  campaignName: string | null;
  isOrganic: boolean | null;
  placement: string | null;
  /** TikTok: the region that holds the lead; null where a platform has no regions. */
  region: string | null;
  answers: LeadAnswer[];
};

/** A lead that a webhook names. Its content is fetched with our own token, whatever else the delivery says. */
export type LeadNotice = { leadId: string; pageId: string; formId: string | null };

/** `refused`: the signature is wrong or missing; `unreadable`: signed, but not what the platform sends. */
export type WebhookReading = { kind: 'notices'; notices: LeadNotice[] } | { kind: 'refused' } | { kind: 'unreadable' };

export type ReadLeadsQuery = {
  page: LeadPage;
  form: Pick<LeadForm, 'id'>;
  /** Only leads sent at or after this moment, where the platform can tell; others answer all. */
  since: Date | null;
  /** The caller stops when it has found its leads: regions are read one after another, this one first. */
  seek?: { region: string | null };
};

/**
 * The lead forms of a platform. Calls throw `ProviderError` like the rest of the adapter; the outcome `account` means
 * that this page or form cannot be read and the others can.
 */
export type LeadSource = {
  /** Permissions without which no lead can be read, in the names of `neededScopes`. */
  readonly leadScopes: readonly string[];
  /** The pages that the grant reaches; new ones appear here by themselves. */
  listPages(call: PlatformCall): Promise<LeadPage[]>;
  listForms(call: PlatformCall, page: LeadPage): Promise<LeadForm[]>;
  /** The leads of a form in batches of at most some hundreds, so that nobody has to hold them all. */
  readLeads(call: PlatformCall, query: ReadLeadsQuery): AsyncIterable<PlatformLead[]>;
  /** One lead, or null when the platform does not know it (any more); absent where it can only be read with its form. */
  readLead?(call: PlatformCall, page: LeadPage, leadId: string): Promise<PlatformLead | null>;

  /** Makes the platform call us for the whole install; absent where subscriptions are per page only. */
  registerWebhook?(options: { callbackUrl: string; verifyToken: string }): Promise<void>;
  /**
   * Makes the platform send us the leads of a page, and answers the subscription's id where there is one. Calling it
   * again leaves one subscription. `formerId` is one that an earlier grant has left behind.
   */
  subscribe(
    call: PlatformCall,
    page: LeadPage,
    options: { callbackUrl: string; formerId: string | null },
  ): Promise<{ subscriptionId: string | null }>;
  /** Ends it; one that is gone counts as ended. */
  unsubscribe(call: PlatformCall, page: LeadPage, subscriptionId: string | null): Promise<void>;
  /**
   * Checks the signature of a delivery over its raw bytes, then reads it; no ids are ever read as floating-point numbers.
   * @param header of the request by its name
   */
  readWebhook(body: Buffer, header: (name: string) => string | undefined): WebhookReading;
};
