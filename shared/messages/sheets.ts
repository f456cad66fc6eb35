import { importLimits } from '../limits.ts';

export const invalidUrl = 'Please provide a valid Google Sheet URL';
export const fetchFailed = 'Failed to fetch Google Sheet';
export const notShared = (serviceAccount: string | null) =>
  serviceAccount === null
    ? "This sheet is not shared. Set 'Anyone with the link: Viewer' in its sharing settings."
    : `This sheet is not shared. Share it with ${serviceAccount} or set 'Anyone with the link: Viewer'.`;
export const notFound = 'No spreadsheet at this address';
export const noSuchTab = 'The sheet has no such tab any more';
export const invalidInSandbox = (sampleUrl: string) =>
  `${invalidUrl}. The sandbox cannot open docs.google.com. Use ${sampleUrl}`;
export const claimed =
  'Another person on this server already reads this private sheet. Ask them, or make the sheet public to everyone with the link.';
export const empty = 'The sheet has no rows below its header';
export const notASheet = 'This document is not a Google Sheet';
export const tooLarge = `The sheet is too large: at most ${importLimits.rows.toLocaleString('en')} rows and ${importLimits.sheetCells.toLocaleString('en')} cells can be read`;
export const throttled = 'Google asks us to slow down. Please try again in a minute.';
export const unavailable = 'Google Sheets does not answer right now. Please try again.';
