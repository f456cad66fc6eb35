import type { InsightRowOf } from '#shared/insights.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { AdReports } from './reports/AdReports.ts';
import type { LeadSource } from './LeadSource.ts';
import type { PlatformAccount, SizeMemory } from './PlatformAccount.ts';
import type { PlatformCall } from './calls/PlatformCall.ts';

/** Tokens of one grant. Times are unix milliseconds; `expiresAt: null` means that the token has no expiry. */
export type GrantTokens = { accessToken: string; refreshToken: string | null; expiresAt: number | null };

/** Result of a completed consent. */
export type Grant = {
  tokens: GrantTokens;
  /** The identity at the platform, and its name for people. */
  externalId: string;
  externalName: string;
  /** As the platform reports them; may differ from what was requested. */
  grantedScopes: string[];
};

export type ConsentRequest = { state: string; redirectUri: string; codeChallenge: string };
export type ConsentAnswer = {
  /** Query of the provider's callback. */
  query: URLSearchParams;
  redirectUri: string;
  codeVerifier: string;
};

export type InsightsQuery = {
  account: Pick<PlatformAccount, 'id' | 'loginCustomerId'>;
  range: DateRange;
  /** For platforms that refuse large responses. */
  sizes?: SizeMemory;
  /** Cursor of the previous page. */
  after?: string | null;
  /** Rows per page, where the platform pages by cursor. */
  limitRows?: number;
};

/** `after: null` means that the account has no more rows in the range. */
export type InsightsPage<Row> = { rows: Row[]; after: string | null };

/**
 * Consecutive days of an ad account that were read completely: a day without an entry had no delivery. The rows of a
 * day keep the platform's order.
 */
export type DaysPart<P extends PlatformId> = { range: DateRange; days: ReadonlyMap<Day, InsightRowOf[P][]> };

export type DaysQuery = Pick<InsightsQuery, 'account' | 'range' | 'sizes'>;

/** A permission that the product requests, and what it is for. */
export type NeededScope = { scope: string; meaning: string; isRequired: boolean };

/**
 * An advertising platform. The adapter talks HTTP, retries temporary failures and throws `ProviderError`. It stores
 * nothing and knows no users. A platform without credentials has no adapter.
 */
export type AdPlatform<P extends PlatformId = PlatformId> = {
  readonly id: P;
  readonly neededScopes: readonly NeededScope[];
  /** URL of the consent page. */
  consentUrl(request: ConsentRequest): URL;
  /** The reason in plain words when the callback is a refusal, or null. */
  readRefusal(query: URLSearchParams): string | null;
  completeConsent(answer: ConsentAnswer): Promise<Grant>;
  /** New tokens. A null refresh token means that the old one stays valid. Absent where grants cannot be refreshed. */
  refresh?(tokens: GrantTokens): Promise<GrantTokens>;
  /** Current permissions of a grant. Absent where permissions cannot be revoked individually. */
  listScopes?(call: PlatformCall): Promise<string[]>;
  /** Revokes the grant at the platform. A dead grant counts as revoked. */
  revoke(tokens: GrantTokens): Promise<void>;
  listAccounts(call: PlatformCall): Promise<PlatformAccount[]>;
  readInsights(call: PlatformCall, query: InsightsQuery): Promise<InsightsPage<InsightRowOf[P]>>;
  /**
   * Rows of a range by day, for storage. Yields parts, newest days first, so that a failed read keeps what it had.
   * Together the parts cover the range. Absent where the rows of days do not add up to those of a range.
   */
  readonly readDays?: (call: PlatformCall, query: DaysQuery) => AsyncIterable<DaysPart<P>>;
  /** Metrics of days older than this are final. */
  readonly settledAfterDays: number;
  /** How leads are attributed to ads, in plain words. */
  readonly attribution: string;
  /** Metrics from campaign to ad. */
  readonly ads: AdReports;
  /** Lead forms; absent where the platform has none. */
  readonly leads?: LeadSource;
};

/** The platforms of this install. Null: off, because credentials are missing. */
export type PlatformRegistry = { [P in PlatformId]: AdPlatform<P> | null };
