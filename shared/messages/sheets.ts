import { importLimits, sheetSearchLimits } from '../limits.ts';

export const invalidUrl = 'Please provide a valid Google Sheet URL';
export const fetchFailed = 'Failed to fetch Google Sheet';
export const notShared = (serviceAccount: string | null) =>
  serviceAccount === null
    ? "This sheet is not shared. Set 'Anyone with the link: Viewer' in its sharing settings."
    : `This sheet is not shared. Share it with ${serviceAccount} or set 'Anyone with the link: Viewer'.`;
export const notFound = 'No spreadsheet at this address';
export const noSuchTab = 'This tab no longer exists in the sheet';
export const namedTab =
  'This address names a tab by its title, which Google does not allow reading. Open the tab in Google Sheets and copy the address that your browser shows: it contains gid= and a number.';
export const invalidInSandbox = (sampleUrl: string) =>
  `${invalidUrl}. The sandbox cannot open docs.google.com. Use ${sampleUrl}`;
export const claimed =
  'This private sheet is read for another person on this server. If you can edit the sheet, you can take it over.';
/** A code was requested for a sheet that has been released. */
export const notHeld = 'This sheet is not read for another person. Please try to read it again.';
export const codeMissing = `The code is not in the sheet yet. It must be the only text of its cell, in one of the first ${sheetSearchLimits.tabs} tabs.`;
export const codeMissingInLarge = `The code is not in the cells that were searched. This sheet is large: put the code between ${sheetSearchLimits.largeRange.replace(':', ' and ')} of a tab.`;
export const taken = 'This sheet is now read for you';
/** For the previous owner of the sheet. */
export const lost =
  'Another person proved that they can edit a private Google Sheet that was read for you. It is now read for them only, and your synchronization of it has stopped. Leads that you imported stay.';
export const released = 'The sheet was released. The next person who asks for it can read it.';
export const inSync = 'This sheet is kept in sync for you. Delete it from the list of synced sheets first.';
export const empty = 'The sheet has no rows below its header';
export const notASheet = 'This document is not a Google Sheet';
export const tooLarge = `The sheet is too large: at most ${importLimits.rows.toLocaleString('en')} rows and ${importLimits.sheetCells.toLocaleString('en')} cells can be read`;
export const throttled = 'Google limits how often data can be read. Please try again in a minute.';
export const unavailable = 'Google Sheets does not answer right now. Please try again.';
