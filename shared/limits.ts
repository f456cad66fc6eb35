/** The smallest password unless the install raises it with `PASSWORD_MIN_LENGTH`. */
export const passwordMinLength = 6;
/** Longest texts that a person can type into a field. */
export const textLimits = { name: 100, email: 254, password: 200, search: 200, url: 2048 } as const;

export const pageSizes = {
  /** Rows of a Preview page, and of one Facebook dataset. */
  preview: 10,
  leads: 50,
  customLeads: 5,
  customLeadsPreview: 3,
  sheetSyncs: 1,
  /** The most a caller may ask for with `limit`. */
  maximum: 100,
} as const;

export const toastLimits = { durationMs: 4000, actionDurationMs: 10_000, visible: 3, widthPx: 356, gapPx: 14 } as const;

export const socketLimits = {
  reconnectDelayMs: 1000,
  reconnectDelayMaxMs: 5000,
  connectTimeoutMs: 20_000,
  /** Bytes of one frame that the server takes. */
  maxFrameBytes: 64 * 1024,
  messagesPerMinute: 100,
} as const;

export const popupSize = { width: 500, height: 600 } as const;
/** Numbered pagination shows the current page and so many on each side. */
export const paginationNeighbors = 2;

export const dateLimits = {
  /** Days before today at which the default range starts; today is included, so it is a week. */
  defaultRangeDaysBack: 6,
  /** The earliest selectable day is so many years before today. */
  earliestYearsBack: 2,
  /** Days that the server lets a client's calendar differ from its own. */
  timeZoneToleranceDays: 1,
} as const;

export const oneTimeCode = {
  digits: 6,
  lifetimeMinutes: 10,
  wrongAttempts: 5,
  /** To one address, for one client, and for all clients. */
  mailsPerHour: 10,
  mailsPerHourForAll: 20,
  /** Of one account, for all clients. */
  guessesPerDay: 20,
  /** Beyond these, only for clients that asked: for one network, and for all. */
  networkGuessesPerDay: 3,
  askerGuessesPerDay: 30,
} as const;
/** In a link from the operator. It has more digits than a mailed code, since it lives longer. */
export const resetLink = { digits: 2 * oneTimeCode.digits, lifetimeHours: 24, wrongAttempts: 100 } as const;
/** A link of an invitation works for so long. */
export const invitationDays = 7;
/** After the last use, and after the sign-in. */
export const sessionLifetimeDays = 7;
export const sessionAbsoluteDays = 30;
export const oauthStateLifetimeMinutes = 10;

/** JSON of a call. Rows that are imported or exported have their own limits. */
export const bodyLimits = {
  callBytes: 1024 * 1024,
  /** Without a session. */
  strangerBytes: 64 * 1024,
  /** The most that is held of a body that is parsed while it arrives. */
  streamedBytesHeld: 4 * 1024 * 1024,
  /** Objects and lists in one body. */
  containers: 1_000_000,
} as const;

export const exportLimits = {
  /** Rows that one request may post. */
  postedRows: 50_000,
  postedBytes: 25 * 1024 * 1024,
  /** Google Sheets: cells of a spreadsheet, characters of a cell, columns of a sheet. */
  cells: 10_000_000,
  cellCharacters: 50_000,
  columns: 18_278,
} as const;

/** How long the rows of a failed or cancelled export are kept, so that it can be resumed. */
export const exportResumeDays = 7;

/** Days before a grant runs out at which its owner is told. */
export const expiryReminderDays = [7, 2, 0] as const;

/** How long notices are kept, and how many of the newest one answer lists. */
export const notificationLimits = { keptDays: 90, newest: 20 } as const;

export const overviewLimits = {
  /** Ad accounts of one platform, where none is chosen as default. */
  accounts: 50,
  /** Campaigns for each figure. */
  campaigns: 8,
  newestLeads: 5,
} as const;

/** A request with the same `Idempotency-Key` is answered from memory for so long. */
export const idempotencyKeyHours = 24;

/** Leads that one answer of the Meta lead list holds. */
export const formLeadsLimit = 10_000;

export const importLimits = {
  /** Rows of one file, sheet or request. */
  rows: 100_000,
  fileBytes: 50 * 1024 * 1024,
  /** The same rows as JSON repeat the names of their columns. */
  postedBytes: 160 * 1024 * 1024,
  /** Cells of one sheet, the empty ones too: each takes memory, however little it holds. */
  sheetCells: 3_000_000,
  /** Characters of one value. */
  valueCharacters: 10_000,
} as const;

/** Where the code is looked for that proves that a person can edit a sheet, and how often. */
export const sheetSearchLimits = {
  tabs: 20,
  /** Searched of each tab where the whole document is too large. */
  largeRange: 'A1:Z100',
  checks: 10,
  checksMinutes: 15,
} as const;

export const sheetSyncLimits = {
  /** Records of one person. */
  perUser: 100,
  keptRuns: 50,
  /** Rejected rows of a run whose reasons are kept. */
  keptRejections: 100,
} as const;

/** A lead screen that is opened makes the platform's forms be read again, at most so often. */
export const leadReadIntervalSeconds = 60;

export const searchDebounceMs = 1000;

/** Facebook accounts without rows that one insights request may step over. */
export const emptyAccountsPerDataset = 10;

export const landingCounters = [
  { target: 1200, suffix: '+', label: 'Campaigns managed' },
  { target: 45000, suffix: '+', label: 'Leads generated' },
  { target: 320, suffix: '%', label: 'ROI increase' },
] as const;
export const counterAnimation = { steps: 50, stepMs: 50 } as const;

export const footer = { copyrightYear: 2025, version: '1.0.0' } as const;
