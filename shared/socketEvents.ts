import * as z from 'zod/mini';
import type { ExportState } from './contracts/exports.ts';
import { accountIdField, dayField, platformId } from './contracts/fields.ts';
import type { LeadPlatformId, PlatformId, platformFacts } from './platforms.ts';

/** Path of the Socket.IO endpoint on the public server. */
export const socketPath = '/socket.io';

const dateRange = z.object({ since: dayField, until: dayField });
/** ISO 8601 text; milliseconds are taken too. */
const timestamp = z.pipe(
  z.union([z.string().check(z.minLength(1), z.maxLength(40)), z.number()]),
  z.transform((value: string | number) => String(value)),
);

/** `google_export_Sheet` and `tiktok_export_Sheet`. The rows come with the POST of the same click. */
export const campaignExportRequest = z.object({
  userId: z.string(),
  platform: platformId,
  timestamp,
  campaignCount: z.optional(z.number()),
  dateRange,
});
export type CampaignExportRequest = z.infer<typeof campaignExportRequest>;

/** `fb_export_Sheet`: everything of the accounts and dates, more than the screen has loaded. */
export const accountsExportRequest = z.object({
  userId: z.string(),
  platform: platformId,
  timestamp,
  ad_account_ids: z.array(accountIdField).check(z.minLength(1), z.maxLength(1000)),
  dateRange,
});
export type AccountsExportRequest = z.infer<typeof accountsExportRequest>;

/** Ids that the store of notifications adds to each announced event. */
export type Announced = { notificationId?: number };

export type PlatformConnected = Announced & { userId: string; platform: PlatformId; connected: true };
export type ExportComplete = Announced & {
  message: string;
  url: string | null;
  error: string | null;
  exportId?: string;
};
export type ExportError = Announced & { message: string; exportId?: string };

/** A sheet's synchronization failed for the first time, or works again after failures. */
export type SheetSyncOutcome = Announced & { syncId: string; url: string; message: string };
/** A private sheet that was read for this person is now read for another person. */
export type SheetTakenOver = Announced & { url: string; message: string };
/** A hint that a lead list has changed, for a screen that shows it. Not kept: who misses it reads the list anyway. */
export type LeadsChanged = { list: LeadPlatformId | 'custom' };

/** How far an export is. Not kept: the export's row is the truth, and its end is announced. */
export type ExportProgress = {
  exportId: string;
  /** The one that its POST or its event gave it: before the POST is answered, its client knows it by nothing else. */
  ref: string | null;
  state: ExportState;
  rowsWritten: number;
  rowsTotal: number | null;
};

/** How far a large import is, whose POST gave it `ref`: all rows are received first and then stored. Not kept. */
export type ImportProgress = { ref: string; rowsReceived: number; rowsStored: number };

/**
 * Findings of the workspace have opened, changed or ended, or were marked. `unmarked`: open ones that nobody has marked. Not
 * kept.
 */
export type FindingsChanged = { unmarked: number };

/** A finding above the size that is worth a notification. */
export type FindingOpened = Announced & { findingId: string; message: string };

export type OwnerReplaced = Announced & { message: string };

/** A grant that was lost, or will run out in `days`. */
export type ConnectionAlert = Announced & { platform: PlatformId; message: string; days?: number };

/** A hint that stored figures have changed, for a screen that shows them. Not kept. */
export type InsightsChanged = { platform: PlatformId };

type NamesOf<P extends PlatformId> = (typeof platformFacts)[P];

/**
 * The session works in another workspace from now on: the person has chosen it, or has lost the former one. Not kept:
 * the next call of a client that missed it is refused.
 */
export type WorkspaceChanged = {
  workspaceId: string;
  /** For the person; null if they have chosen it themselves. */
  message: string | null;
};

/** Each platform has a name of its own for these. */
export type PlatformNotifications = {
  [P in PlatformId as NamesOf<P>['connected']]: (payload: PlatformConnected) => void;
} & {
  [P in PlatformId as NamesOf<P>['exportComplete']]: (payload: ExportComplete) => void;
};

export type ServerToClientEvents = PlatformNotifications & {
  export_error: (payload: ExportError) => void;
  /** The end of an export of a lead list. */
  list_export_complete: (payload: ExportComplete) => void;
  export_progress: (payload: ExportProgress) => void;
  import_progress: (payload: ImportProgress) => void;
  connection_expiring: (payload: ConnectionAlert) => void;
  connection_lost: (payload: ConnectionAlert) => void;
  insights_changed: (payload: InsightsChanged) => void;
  sheet_sync_failed: (payload: SheetSyncOutcome) => void;
  sheet_sync_recovered: (payload: SheetSyncOutcome) => void;
  sheet_taken_over: (payload: SheetTakenOver) => void;
  leads_changed: (payload: LeadsChanged) => void;
  findings_changed: (payload: FindingsChanged) => void;
  finding_opened: (payload: FindingOpened) => void;
  /** The last owner has deleted the account, and another member became owner. */
  owner_replaced: (payload: OwnerReplaced) => void;
  workspace_changed: (payload: WorkspaceChanged) => void;
  /** A hint that name, members, roles or invitations of the workspace have changed. */
  members_changed: (payload: Record<string, never>) => void;
};
export type ServerEventName = keyof ServerToClientEvents;
export type ServerEventPayload<E extends ServerEventName> = Parameters<ServerToClientEvents[E]>[0];

/** `google_export_Sheet`, `fb_export_Sheet` and so on. */
type ExportRequests = {
  [P in PlatformId as NamesOf<P>['startExport']]: (
    request: NamesOf<P>['exportNamesAccounts'] extends true ? AccountsExportRequest : CampaignExportRequest,
  ) => void;
};

export type ClientToServerEvents = ExportRequests & {
  join_user: (userId: string) => void;
};
