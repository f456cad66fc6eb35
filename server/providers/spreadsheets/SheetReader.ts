/** A tab of a document, as a pasted address names it. Nothing else of the address is ever used. */
export type SheetAddress = {
  documentId: string;
  /** The id is one of "Publish to web" (`/d/e/…`). */
  isPublished: boolean;
  /** Digits; null: the first tab. */
  gid: string | null;
};

/**
 * What became of reading a sheet: its rows as lists of text with the header first, or why not.
 * `private` means that a service account could read it and has to be allowed first.
 */
export type SheetReading =
  | { kind: 'rows'; rows: string[][] }
  | { kind: 'private' | 'not-shared' | 'not-found' | 'no-such-tab' | 'not-a-sheet' | 'too-large' };

/** Whether a text was found; `too-large`: not in the part of a large document that was searched. */
export type SheetSearch = { kind: 'found' | 'missing' } | Exclude<SheetReading, { kind: 'rows' }>;

export type ReadOptions = { patience: 'interactive' | 'background'; signal?: AbortSignal };

/** Reads Google Sheets of people. Throws `ProviderError` (`google`) for passing faults, throttling, and a service account that is refused. */
export type SheetReader = {
  /** Whom to share a private sheet with; null: no service account on this install. */
  readonly serviceAccount: string | null;
  /** As anybody with the link: the CSV export without credentials. `private` instead of `not-shared` where a service account exists. */
  readPublic(address: SheetAddress, options: ReadOptions): Promise<SheetReading>;
  /** As the service account. The caller sees to it that only one person reads a private sheet through it. */
  readPrivate(address: SheetAddress, options: ReadOptions): Promise<SheetReading>;
  /**
   * Whether a cell of any tab holds one of these texts and nothing else, as the service account sees it. Case and spaces at the
   * ends do not count.
   * @param texts letters, digits and hyphens
   */
  searchPrivate(documentId: string, texts: readonly string[], options: ReadOptions): Promise<SheetSearch>;
};
