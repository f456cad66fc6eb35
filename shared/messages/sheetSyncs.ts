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
