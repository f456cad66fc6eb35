import type { InsightDayRowOf, InsightRowOf } from '#shared/insights.ts';
import type { DateRange, Day } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { LeadSource } from './LeadSource.ts';

/** Tokens of one grant. Times are unix milliseconds; `expiresAt: null` means that the token does not end by time. */
export type GrantTokens = { accessToken: string; refreshToken: string | null; expiresAt: number | null };

/** What a finished consent gave. */
export type Grant = {
  tokens: GrantTokens;
  /** The identity at the platform, and its name for people. */
  externalId: string;
  externalName: string;
  /** As the platform says, which may be less or more than was asked for. */
  grantedScopes: string[];
};

export type ConsentRequest = { state: string; redirectUri: string; codeChallenge: string };
export type ConsentAnswer = {
  /** Query of the provider's callback. */
  query: URLSearchParams;
  redirectUri: string;
  codeVerifier: string;
};

/** What a call to the platform needs; `signal` ends it early, e.g. when the person has gone. */
export type PlatformCall = {
  accessToken: string;
  /** `interactive`: someone is waiting, few and short retries; `background`: a job, patient ones. */
  patience: 'interactive' | 'background';
  signal?: AbortSignal;
};

/** An ad account as the adapter lists it. `id` keeps the platform's own form (Facebook's with `act_`). */
export type PlatformAccount = {
  id: string;
  name: string;
  currency: string | null;
  timeZone: string | null;
  /** Google: the manager to name when this account is queried. */
  loginCustomerId: string | null;
};

/** How much one answer carries: days of a query, and rows of a page. No rows: not even one day fits. */
export type AnswerSize = { days: number; rows: number };

/** Stores the answer size of an ad account, so that the next read does not have to find it again. */
export type SizeMemory = {
  /** The last size that worked, and its age; null: the platform has refused nothing. */
  recall(): Promise<(AnswerSize & { ageMs: number }) | null>;
  store(size: AnswerSize | null): Promise<void>;
};

export type InsightsQuery = {
  account: Pick<PlatformAccount, 'id' | 'loginCustomerId'>;
  range: DateRange;
  /** For platforms that refuse large answers. */
  sizes?: SizeMemory;
  /** Where a former answer left off. */
  after?: string | null;
  /** Rows of one answer, where the platform pages by cursor. */
  limitRows?: number;
};

/** `after: null` means that the account has no more rows in the range. */
export type InsightsPage<Row> = { rows: Row[]; after: string | null };

/**
 * Consecutive days of an ad account that were read as a whole: a day without an entry had no delivery. The rows of a day
 * keep the platform's order.
 */
export type DaysPart<P extends PlatformId> = { range: DateRange; days: ReadonlyMap<Day, InsightDayRowOf[P][]> };

export type DaysQuery = Pick<InsightsQuery, 'account' | 'range' | 'sizes'>;

/** A permission that the product asks for, and what is missing without it. */
export type NeededScope = { scope: string; meaning: string; isRequired: boolean };

/**
 * An advertising platform. The adapter talks HTTP, retries what can heal and throws `ProviderError`; it stores nothing
 * and knows no users. A platform without credentials has no adapter.
 */
export type AdPlatform<P extends PlatformId = PlatformId> = {
  readonly id: P;
  readonly neededScopes: readonly NeededScope[];
  /** Address of the consent page. */
  consentUrl(request: ConsentRequest): URL;
  /** The reason in plain words when the callback is a refusal, else null. */
  readRefusal(query: URLSearchParams): string | null;
  completeConsent(answer: ConsentAnswer): Promise<Grant>;
  /** New tokens; a null refresh token in the answer means that the old one stays. Absent where grants cannot be refreshed. */
  refresh?(tokens: GrantTokens): Promise<GrantTokens>;
  /** The permissions that a grant has now. Absent where they cannot be taken back singly. */
  listScopes?(call: PlatformCall): Promise<string[]>;
  /** Ends the grant at the platform; an already dead grant counts as done. */
  revoke(tokens: GrantTokens): Promise<void>;
  listAccounts(call: PlatformCall): Promise<PlatformAccount[]>;
  readInsights(call: PlatformCall, query: InsightsQuery): Promise<InsightsPage<InsightRowOf[P]>>;
  /**
   * The rows of a range by day, to be stored. Comes in parts, the newest days first, so that a read which fails keeps what
   * it had; together the parts cover the range.
   */
  readDays(call: PlatformCall, query: DaysQuery): AsyncIterable<DaysPart<P>>;
  /** A day that is older than this has its final figures. */
  readonly settledAfterDays: number;
  /** How leads are credited to ads, in plain words. */
  readonly attribution: string;
  /** Its lead forms; absent where it has none. */
  readonly leads?: LeadSource;
};

/** The platforms of this install; null: no credentials, switched off. */
export type PlatformRegistry = { [P in PlatformId]: AdPlatform<P> | null };
