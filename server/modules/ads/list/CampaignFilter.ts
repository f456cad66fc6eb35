import type { AdLevel, AdStatus } from '#shared/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Start and end of an account's days, as instants. */
export type AccountSpan = { platform: PlatformId; accountId: string; since: Date; until: Date };

/** A range of days, with its instants in each account for counting leads. */
export type CountedRange = DateRange & { spans: readonly AccountSpan[] };

export type ObjectId = { platform: PlatformId; level: AdLevel; id: string };

export type CampaignFilter = {
  workspaceId: WorkspaceId;
  /** Objects at this level, or the direct children of an object. */
  of: AdLevel | { parent: ObjectId } | { only: ObjectId };
  /** Ad accounts of the workspace. */
  accounts: readonly { platform: PlatformId; accountId: string; name: string }[];
  statuses: readonly AdStatus[] | null;
  /** A LIKE pattern in lower case. */
  namePattern: string | null;
};

export type CampaignRanges = { range: CountedRange; compared: CountedRange | null };
