import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { PlatformCall } from './calls/PlatformCall.ts';

/** Owner of lead forms: a Facebook Page or a TikTok ad account. */
export type LeadPage = {
  id: string;
  name: string;
  /** Facebook: calls about a Page need the Page's own token. Null where the person's token is enough. */
  accessToken: string | null;
};

export type LeadForm = {
  id: string;
  name: string;
  /** The platform's own value: ACTIVE, PUBLISHED, ARCHIVED … */
  status: string;
  /** Leads still available, as counted by the platform; null where unknown. */
  leadCount: number | null;
};

/** A lead with all its answers. Ids are text; null marks values that the platform omitted. */
export type PlatformLead = {
  id: string;
  /** When the form was submitted; null: unreadable. */
  createdAt: Date | null;
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
  /** TikTok: region that stores the lead. Null where a platform has no regions. */
  region: string | null;
  answers: LeadAnswer[];
  /** Names of the parts that could not be read. The last answer then holds the lead as the platform sent it. */
  unreadable?: string;
};

/** A lead named by a webhook. Its content is always fetched with our own token. */
export type LeadEvent = { leadId: string; pageId: string; formId: string | null };

/** `refused`: the signature is wrong or missing; `unreadable`: signed, but not what the platform sends. */
export type WebhookReading = { kind: 'events'; events: LeadEvent[] } | { kind: 'refused' } | { kind: 'unreadable' };

export type ReadLeadsQuery = {
  page: LeadPage;
  form: Pick<LeadForm, 'id'>;
  /** Only leads from this time on, where the platform can filter; others return all. */
  since: Date | null;
  /** The caller stops when it has found its leads: regions are read one by one, starting with this one. */
  seek?: { region: string | null };
};

/**
 * The lead forms of a platform. Calls throw `ProviderError` like the rest of the adapter. The outcome `account` means
 * that this page or form cannot be read, but others can.
 */
export type LeadSource = {
  /** Permissions required for reading leads, named as in `neededScopes`. */
  readonly leadScopes: readonly string[];
  /** Pages that the grant covers. New pages appear automatically. */
  listPages(call: PlatformCall): Promise<LeadPage[]>;
  listForms(call: PlatformCall, page: LeadPage): Promise<LeadForm[]>;
  /** Leads of a form in batches of at most a few hundred, to limit memory. */
  readLeads(call: PlatformCall, query: ReadLeadsQuery): AsyncIterable<PlatformLead[]>;
  /** One lead, or null when the platform does not know it (any more). Absent where leads can only be read by form. */
  readLead?(call: PlatformCall, page: LeadPage, leadId: string): Promise<PlatformLead | null>;

  /** Registers the webhook for the whole install. Absent where subscriptions are per page only. */
  registerWebhook?(options: { callbackUrl: string; verifyToken: string }): Promise<void>;
  /**
   * Subscribes to the leads of a page and returns the subscription's id, if it has one. Idempotent. `formerId` is a
   * subscription left by an earlier grant.
   */
  subscribe(
    call: PlatformCall,
    page: LeadPage,
    options: { callbackUrl: string; formerId: string | null },
  ): Promise<{ subscriptionId: string | null }>;
  /** Ends a subscription; a missing one counts as ended. */
  unsubscribe(call: PlatformCall, page: LeadPage, subscriptionId: string | null): Promise<void>;
  /**
   * Checks the signature of a delivery over its raw bytes, then parses it. Ids are never parsed as floating-point
   * numbers.
   * @param header returns a request header by name
   */
  readWebhook(body: Buffer, header: (name: string) => string | undefined): WebhookReading;
};
