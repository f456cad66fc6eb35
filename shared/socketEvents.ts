import * as z from 'zod/mini';
import { exportStates } from './contracts/exports.ts';
import { accountIdField, dayField, platformId } from './contracts/fields.ts';
import { leadLists } from './leadLists.ts';
import { byEventName } from './platforms.ts';
import type { PlatformId, platformFacts } from './platforms.ts';

/** Path of the Socket.IO endpoint on the public server. */
export const socketPath = '/socket.io';

const dateRange = z.object({ since: dayField, until: dayField });
/** ISO 8601 text. Milliseconds since 1970 are accepted too. */
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

/** `fb_export_Sheet`: all rows of the accounts and dates, more than the screen has loaded. */
export const accountsExportRequest = z.object({
  userId: z.string(),
  platform: platformId,
  timestamp,
  ad_account_ids: z.array(accountIdField).check(z.minLength(1), z.maxLength(1000)),
  dateRange,
});
export type AccountsExportRequest = z.infer<typeof accountsExportRequest>;

/** Text for people. */
const text = z.string().check(z.minLength(1));
/** Id of the stored notification, added to each notification event. */
const notificationId = z.optional(z.number());

const platformConnected = z.object({
  userId: z.string(),
  platform: platformId,
  connected: z.literal(true),
  notificationId,
});

/** Empty if there is no text. */
const textIn = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return 'message' in value ? textIn(value.message) : '';
  return typeof value === 'string' && value.trim() !== '' ? value : '';
};

/** Other servers send the export result as text, or under `result`. */
const flattenEnd = z.transform((payload: unknown): unknown => {
  const isNested = typeof payload === 'object' && payload !== null;
  const outer: Record<string, unknown> = isNested ? { ...payload } : { message: payload };
  const { result } = outer;
  const fields: Record<string, unknown> =
    typeof result === 'object' ? { ...outer, ...result } : { message: result, ...outer };
  const error = textIn(fields['error']);
  return {
    ...fields,
    message: textIn(fields['message']) || error,
    url: typeof fields['url'] === 'string' ? fields['url'] : null,
    error: error === '' ? null : error,
  };
});

const exportEnd = {
  /** Empty if the server has no text. */
  message: z.string(),
  exportId: z.optional(z.string()),
  notificationId,
};
const exportComplete = z.pipe(
  flattenEnd,
  z.object({ ...exportEnd, url: z.nullable(z.string()), error: z.nullable(z.string()) }),
);
export type ExportComplete = z.infer<typeof exportComplete>;
const exportError = z.pipe(flattenEnd, z.object(exportEnd));
export type ExportError = z.infer<typeof exportError>;

/** A sheet sync failed for the first time, or works again after failures. */
const sheetSyncOutcome = z.object({ syncId: z.string(), url: z.string(), message: text, notificationId });

/** A grant that was lost, or will expire in `days`. */
const connectionAlert = z.object({ platform: platformId, message: text, days: z.optional(z.number()), notificationId });

export type ConnectionAlert = z.infer<typeof connectionAlert>;

/** Events that are stored as notifications. */
const announcedPayloads = {
  ...byEventName('connected', () => platformConnected),
  ...byEventName('exportComplete', () => exportComplete),
  export_error: exportError,
  /** The end of an export of a lead list. */
  list_export_complete: exportComplete,
  connection_expiring: connectionAlert,
  connection_lost: connectionAlert,
  sheet_sync_failed: sheetSyncOutcome,
  sheet_sync_recovered: sheetSyncOutcome,
  /** A sheet has new problems that a person can solve, such as a missing column. */
  sheet_sync_remarks: sheetSyncOutcome,
  /** A private sheet that was read for this person is now read for another person. */
  sheet_taken_over: z.object({ url: z.string(), message: text, notificationId }),
  /** A finding that is large enough for a notification. */
  finding_opened: z.object({ findingId: z.string(), message: text, notificationId }),
  /** The last owner deleted their account, and another member became owner. */
  owner_replaced: z.object({ message: text, notificationId }),
};

/** Events that are not stored. A client that missed an event reloads the data. */
const hintPayloads = {
  /** Export progress. The export row is authoritative, and a notification follows at the end. */
  export_progress: z.object({
    exportId: z.string(),
    /** The client's reference from the export's POST or event. It is the only id until the POST is answered. */
    ref: z.nullable(z.string()),
    state: z.enum(exportStates),
    rowsWritten: z.number(),
    rowsTotal: z.nullable(z.number()),
  }),
  /** Progress of a large import, with the `ref` from its POST. All rows are received first, then stored. */
  import_progress: z.object({ ref: z.string(), rowsReceived: z.number(), rowsStored: z.number() }),
  /** Stored metrics have changed. */
  insights_changed: z.object({ platform: platformId }),
  leads_changed: z.object({ list: z.enum(leadLists) }),
  /** Findings of the workspace were opened, changed, ended or marked. `unmarked`: open findings without a mark. */
  findings_changed: z.object({ unmarked: z.number() }),
  /**
   * The session has switched workspaces, because the person chose another or lost access. If a client misses this
   * event, its next call is refused.
   */
  workspace_changed: z.object({
    workspaceId: z.string(),
    /** Text for the person; null if the person chose the workspace. */
    message: z.nullable(z.string()),
  }),
  /** Name, members, roles or invitations of the workspace have changed. */
  members_changed: z.object({}),
};

const payloads = { ...announcedPayloads, ...hintPayloads };

export type AnnouncedEventName = keyof typeof announcedPayloads;
export type HintName = keyof typeof hintPayloads;
export type ServerEventName = keyof typeof payloads;
export type ServerEventPayload<E extends ServerEventName> = z.infer<(typeof payloads)[E]>;

export type ExportProgress = ServerEventPayload<'export_progress'>;
export type ImportProgress = ServerEventPayload<'import_progress'>;

type Received<Name extends ServerEventName> = { [E in Name]: { event: E; payload: ServerEventPayload<E> } }[Name];
export type AnnouncedEvent = Received<AnnouncedEventName>;
export type Hint = Received<HintName>;

const read = (schemas: Readonly<Record<string, z.ZodMiniType>>, event: string, payload: unknown) => {
  const schema = Object.hasOwn(schemas, event) ? schemas[event] : undefined;
  const parsed = schema?.safeParse(payload);
  return parsed?.success ? { event, payload: parsed.data } : null;
};

/* Null for an event or a payload that this version does not know. */
export const readAnnounced = (event: string, payload: unknown): AnnouncedEvent | null =>
  read(announcedPayloads, event, payload) as AnnouncedEvent | null;
export const readHint = (event: string, payload: unknown): Hint | null =>
  read(hintPayloads, event, payload) as Hint | null;

export type ServerToClientEvents = { [E in ServerEventName]: (payload: ServerEventPayload<E>) => void };

type NamesOf<P extends PlatformId> = (typeof platformFacts)[P];

/** `google_export_Sheet`, `fb_export_Sheet` and so on. */
type ExportRequests = {
  [P in PlatformId as NamesOf<P>['startExport']]: (
    request: NamesOf<P>['exportNamesAccounts'] extends true ? AccountsExportRequest : CampaignExportRequest,
  ) => void;
};

export type ClientToServerEvents = ExportRequests & {
  join_user: (userId: string) => void;
};
