import type { AdLevel, AdStatus } from '#shared/campaigns.ts';
import type { DateRange } from '#shared/lib/dateRange.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/** Begin and end of the days of an account, as instants of its time zone. */
export type AccountSpan = { platform: PlatformId; accountId: string; since: Date; until: Date };

/** A range of days, and the instants of its days in each account, by which leads are counted. */
export type CountedRange = DateRange & { spans: readonly AccountSpan[] };

export type ObjectId = { platform: PlatformId; level: AdLevel; id: string };

export type CampaignFilter = {
  workspaceId: WorkspaceId;
  /** Objects at this level, or the direct children of an object. */
  of: AdLevel | { parent: ObjectId } | { only: ObjectId };
  /** Ad accounts that the workspace has. */
  accounts: readonly { platform: PlatformId; accountId: string; name: string }[];
  statuses: readonly AdStatus[] | null;
  /** A LIKE pattern in lower case. */
  namePattern: string | null;
};

export type CampaignRanges = { range: CountedRange; compared: CountedRange | null };
