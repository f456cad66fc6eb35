import { platformNames } from '../platforms.ts';
import type { PlatformId } from '../platforms.ts';

export const started = 'Your Google Sheet creation is in process...';
export const running = 'Your Google Sheet is being written. We will tell you when it is ready.';
export const done = (rowCount: number) => `Google Sheet created with ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}`;
export const completed = (platform: PlatformId) => `${platformNames[platform]} export completed successfully!`;
export const failedPrefix = 'Export failed: ';
export const unknownError = 'Unknown error';
export const nothingToExport = 'No data to export';
export const googleNotConnected = 'Google account is not connected. Grant Google access to export to a Google Sheet.';
export const openSheet = 'Open Sheet';
export const tooLarge = (figure: string) => `This is too much for one Google Sheet: ${figure}`;
export const tooMany = 'You have many exports under way. Please wait until one of them is ready.';
export const noAccounts =
  'There is nothing to export yet: open the preview of these dates, or choose default ad accounts.';
export const shownRowsOnly = (platform: PlatformId) =>
  `${platformNames[platform]} did not answer, so the sheet holds the rows that were shown.`;
export const accountsLeftOut = (count: number) =>
  count === 1
    ? 'One ad account could not be read and is left out.'
    : `${count} ad accounts could not be read and are left out.`;
export const abandoned = 'The export took too long and was given up. Please try again.';
