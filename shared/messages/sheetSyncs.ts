export const missing = 'Please provide url and type';
export const loadFailed = 'Failed to fetch crons';
export const addFailed = 'Failed to add cron';
export const added = 'Cron added';
export const deleteFailed = 'Failed to delete cron';
export const deleted = 'Cron deleted successfully';
export const runStarted = 'Synchronization started';
export const runFailed = 'The synchronization could not be started';
export const tooMany = 'You keep as many sheets in sync as one person can. Please delete one first.';
export const failed = (reason: string) => `A Google Sheet could not be synchronized: ${reason}`;
export const recovered = 'A Google Sheet that could not be synchronized works again';
export const abandoned = 'The run was interrupted and will be repeated';
/** Why a row that may be a lead is not stored. */
export const leftOut = {
  erased: 'This lead was erased. Import it by hand to have it again.',
  tooOld: 'This lead is older than leads are kept',
} as const;
export const rowWithoutContact = 'The row has neither a name nor an e-mail address nor an id';
/** Why a row of a sheet is not a lead. */
export const noLead = {
  header: 'The row repeats the header',
  total: 'The row is a total',
  caption: 'The row has no e-mail address, no phone number and no id',
  errors: 'The row contains only errors',
} as const;
export const headerLost =
  'The row with the column names is gone. All leads were kept. Restore the row to continue the synchronization.';
export const columnsMissing = (names: readonly string[]) =>
  names.length === 1
    ? `The column “${names[0]}” is missing. Its values stay as they are.`
    : `Columns are missing: ${names.map((name) => `“${name}”`).join(', ')}. Their values stay as they are.`;
export const errorCells = (rows: number) =>
  `${rows === 1 ? '1 row has' : `${rows} rows have`} errors in cells. The values from before stay as they are.`;
export const rowsAlike = (rows: number) =>
  `${rows === 1 ? '1 row has' : `${rows} rows have`} the same contact as another row and no id. Add a column of ids, so that changes reach the right lead.`;
export const keptEdits = 'Kept because somebody edited them in Leadlight';
export const remarks = (texts: readonly string[]) => `A Google Sheet needs a look: ${texts.join(' ')}`;
