import { messages } from '#shared/messages.ts';
import { platformFacts, platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { campaignExportRequest, accountsExportRequest } from '#shared/socketEvents.ts';
import { validationError } from '#server/lib/failures/errors.ts';

/** An export request of any platform; `accountIds` is null where the event names no accounts. */
export type ExportRequest = {
  platform: PlatformId;
  timestamp: string;
  accountIds: string[] | null;
  dateRange: { since: string; until: string };
};

const requestOf = (platform: PlatformId) =>
  platformFacts[platform].exportNamesAccounts ? accountsExportRequest : campaignExportRequest;

const platformByEvent: ReadonlyMap<string, PlatformId> = new Map(
  platformIds.map((platform) => [platformFacts[platform].startExport, platform]),
);

/** The platform of an export event, or null for other events. */
export const exportedPlatform = (event: string): PlatformId | null => platformByEvent.get(event) ?? null;

/**
 * Parses the payload of an export event. Its ids must match the socket and the event.
 * @throws AppError 400
 */
export const readExportRequest = (platform: PlatformId, userId: string, payload: unknown): ExportRequest => {
  const parsed = requestOf(platform).safeParse(payload);
  if (!parsed.success || parsed.data.userId !== userId || parsed.data.platform !== platform)
    throw validationError(messages.validation.invalidRequest);
  const { timestamp, dateRange } = parsed.data;
  return {
    platform,
    timestamp,
    dateRange,
    accountIds: 'ad_account_ids' in parsed.data ? parsed.data.ad_account_ids : null,
  };
};
