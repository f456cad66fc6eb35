/** Minimum password length. `PASSWORD_MIN_LENGTH` can raise it. */
export const passwordMinLength = 6;
/** Maximum lengths of text fields. */
export const textLimits = {
  name: 100,
  email: 254,
  password: 200,
  search: 200,
  url: 2048,
  viewQuery: 4096,
  secret: 100,
} as const;

export const pageSizes = {
  /** Rows of a preview page and of a Facebook dataset. */
  preview: 10,
  leads: 50,
  campaigns: 50,
  activity: 20,
  customLeads: 5,
  customLeadsPreview: 3,
  sheetSyncs: 1,
  /** Maximum value of `limit`. */
  maximum: 100,
} as const;

export const toastLimits = { durationMs: 4000, actionDurationMs: 10_000, visible: 3, widthPx: 356, gapPx: 14 } as const;

export const socketLimits = {
  reconnectDelayMs: 1000,
  reconnectDelayMaxMs: 5000,
  connectTimeoutMs: 20_000,
  /** Maximum bytes of one frame from a client. */
  maxFrameBytes: 64 * 1024,
  messagesPerMinute: 100,
} as const;

export const popupSize = { width: 500, height: 600 } as const;
/** Pages that numbered pagination shows on each side of the current page. */
export const paginationNeighbors = 2;

export const dateLimits = {
  /** The default range starts this many days before today. With today it is a week. */
  defaultRangeDaysBack: 6,
  /** Years before today of the earliest selectable day. */
  earliestYearsBack: 2,
  /** Days by which a client's calendar may differ from the server's. */
  timeZoneToleranceDays: 1,
} as const;

export const oneTimeCode = {
  digits: 6,
  lifetimeMinutes: 10,
  wrongAttempts: 5,
  /** Per address: for one client, and for all clients. */
  mailsPerHour: 10,
  mailsPerHourForAll: 20,
  /** Per account, for all clients. */
  guessesPerDay: 20,
  /** Extra attempts for clients that requested a code: per network, and in total. */
  networkGuessesPerDay: 3,
  askerGuessesPerDay: 30,
} as const;
/** The secret in an operator's link has 128 bits in decimal digits. It cannot be guessed, so wrong secrets are not counted. */
export const resetLink = { digits: 39, lifetimeHours: 24 } as const;
/** How long an invitation link is valid. */
export const invitationDays = 7;
/** After the last use, and after the sign-in. */
export const sessionLifetimeDays = 7;
export const sessionAbsoluteDays = 30;
export const oauthStateLifetimeMinutes = 10;

/** Maximum JSON of a call. Imported and exported rows have their own limits. */
export const bodyLimits = {
  callBytes: 1024 * 1024,
  /** Without a session. */
  strangerBytes: 64 * 1024,
  /** Maximum buffered bytes of a body that is parsed while it arrives. */
  streamedBytesHeld: 4 * 1024 * 1024,
  /** Objects and lists in one body. */
  containers: 1_000_000,
} as const;

export const exportLimits = {
  /** Rows in one request. */
  postedRows: 50_000,
  postedBytes: 25 * 1024 * 1024,
  /** Google Sheets: cells of a spreadsheet, characters of a cell, columns of a sheet. */
  cells: 10_000_000,
  cellCharacters: 50_000,
  columns: 18_278,
} as const;

/** How long the rows of a failed or canceled export are kept for resuming. */
export const exportResumeDays = 7;

/** Days before a grant expires on which its owner gets a reminder. */
export const expiryReminderDays = [7, 2, 0] as const;

/** How long notifications are kept, and the page size of the newest ones. */
export const notificationLimits = { keptDays: 90, newest: 20 } as const;

export const overviewLimits = {
  /** Maximum ad accounts of a platform without selected defaults. */
  accounts: 50,
  /** Campaigns per metric. */
  campaigns: 8,
  newestLeads: 5,
} as const;

/** How long a request with the same `Idempotency-Key` gets the stored response. */
export const idempotencyKeyHours = 24;

/** Leads in one response of the Meta lead list. */
export const formLeadsLimit = 10_000;

export const importLimits = {
  /** Rows of one file, sheet or request. */
  rows: 100_000,
  fileBytes: 50 * 1024 * 1024,
  /** Larger than a file, because JSON repeats the column names in every row. */
  postedBytes: 160 * 1024 * 1024,
  /** Cells of one sheet, including empty cells, which also take memory. */
  sheetCells: 3_000_000,
  /** Characters of one value. */
  valueCharacters: 10_000,
  /** Values of one row besides the 22 columns. */
  answers: 200,
  /** Characters of the name of such a value. Longer names are shortened, because each lead repeats them. */
  answerName: 200,
} as const;

/** Search for the code that proves that a person can edit a sheet. */
export const sheetSearchLimits = {
  tabs: 20,
  /** Searched in each tab if the whole document is too large. */
  largeRange: 'A1:Z100',
  checks: 10,
  checksMinutes: 15,
} as const;

/** Limits for work on leads: text lengths and counts. `entries`: notes and changes of one lead. */
export const leadWorkLimits = {
  statuses: 20,
  statusName: 40,
  tags: 20,
  tag: 40,
  note: 5000,
  amount: 1e12,
  entries: 2000,
  /** Entries that a call returns. */
  shownEntries: 200,
  /** Characters of a form question, and of an answer used as a filter. */
  question: 500,
  /** Leads of each list whose values are offered as filters, and offered values of each kind. */
  facetLeads: 5000,
  facets: 200,
  /** Questions with more distinct answers are not offered. */
  facetAnswers: 50,
  /** Cards that the board shows per step at first, and adds each time. */
  boardCards: 20,
  /** Distinct imported status texts that can be mapped to steps. */
  statusTexts: 200,
  statusText: 200,
  /** The longest goal for a first response: a week of office time. */
  responseMinutes: 10_080,
  /** After this time, a lead without a response no longer counts as waiting. */
  waitingDays: 30,
  /** Forms, campaigns or people with response times that a call returns. */
  responseGroups: 100,
} as const;

export const duplicateLimits = {
  mergedAtOnce: 20,
  /** Maximum leads merged into one lead. */
  leadsPerLead: 50,
  /** Other leads of the person that are shown beside a lead. */
  shown: 10,
  /** Counting stops here, because thousands of leads may share a placeholder such as info@example.com. */
  counted: 50,
} as const;

/** Members per workspace, and workspaces per person. Changes for all members lock their accounts. */
export const workspaceLimits = { name: 60, members: 200, invitations: 50, perPerson: 50 } as const;

/** Limits for one bulk action. `ids`: leads that a person selected one by one. */
export const bulkLimits = { rows: 10_000, ids: 1_000 } as const;

/** Limits for undoing actions and imports. `keptRows`: leads of a workspace with a stored previous state. */
export const undoLimits = {
  days: 7,
  keptRows: 200_000,
  shownLeft: 200,
  activitiesKeptDays: 90,
  activities: 1_000,
} as const;

/** `note`: characters. `budget`: units of any currency. `keptEnded`: ended findings of a workspace. */
export const findingLimits = {
  note: 500,
  budget: 1_000_000_000_000,
  keptEnded: 2_000,
  perPage: 20,
  markedCampaigns: 1_000,
} as const;

/** Saved views of one person. */
export const viewsPerPerson = 100;

export const sheetSyncLimits = {
  /** Records of one person. */
  perUser: 100,
  keptRuns: 50,
  /** Rejected rows per run whose reasons are kept. */
  keptRejections: 100,
} as const;

/** A lead screen rereads the platform's forms at most this often. */
export const leadReadIntervalSeconds = 60;

export const searchDebounceMs = 1000;

/** Facebook accounts without rows that one insights request may skip. */
export const emptyAccountsPerDataset = 10;

export const landingCounters = [
  { target: 1200, suffix: '+', label: 'Campaigns managed' },
  { target: 45000, suffix: '+', label: 'Leads generated' },
  { target: 320, suffix: '%', label: 'ROI increase' },
] as const;
export const counterAnimation = { steps: 50, stepMs: 50 } as const;

export const footer = { copyrightYear: 2025, version: '1.0.0' } as const;
