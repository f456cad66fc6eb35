/** A tab of a document, parsed from a pasted URL. Nothing else of the URL is used. */
export type SheetAddress = {
  documentId: string;
  /** The id comes from "Publish to web" (`/d/e/…`). */
  isPublished: boolean;
  /** Digits; null: the first tab. */
  gid: string | null;
};

/**
 * Result of reading a sheet: rows of text with the header first, or why not. `private` means that the service account
 * could read the sheet once it is shared with it.
 */
export type SheetReading =
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'private' | 'not-shared' | 'not-found' | 'no-such-tab' | 'not-a-sheet' | 'too-large' };

/** Whether a text was found. `too-large`: not in the searched part of a large document. */
export type SheetSearch = { kind: 'found' | 'missing' } | Exclude<SheetReading, { kind: 'rows' }>;

/** `workspaceId`: the calls of the service account are shared out among workspaces. */
export type ReadOptions = { workspaceId: string; patience: 'interactive' | 'background'; signal?: AbortSignal };

/**
 * Reads people's Google Sheets. Throws `ProviderError` (`google`) for temporary faults, throttling, and a refused
 * service account.
 */
export type SheetReader = {
  /** Email address to share a private sheet with; null without a service account. */
  readonly serviceAccount: string | null;
  /**
   * Reads the CSV export without credentials. Returns `private` instead of `not-shared` if a service account exists.
   */
  readPublic(address: SheetAddress, options: ReadOptions): Promise<SheetReading>;
  /** Reads as the service account. The caller ensures that only one person reads a private sheet through it. */
  readPrivate(address: SheetAddress, options: ReadOptions): Promise<SheetReading>;
  /**
   * Whether a cell of any tab visible to the service account equals one of these texts. Ignores case and surrounding
   * spaces.
   * @param texts letters, digits and hyphens
   */
  searchPrivate(documentId: string, texts: readonly string[], options: ReadOptions): Promise<SheetSearch>;
};
