import { byLeadPlatform, platformNames } from '../platforms.ts';
import type { LeadPlatformId, PlatformId } from '../platforms.ts';

/** Names of the spreadsheet. */
export const platformTitle = (platform: PlatformId) => `${platformNames[platform]} export`;
export const rowsTitle = 'Leads export';
export const listTitles: Readonly<Record<LeadPlatformId | 'custom' | 'campaigns' | 'allLeads', string>> = {
  ...byLeadPlatform((platform) => `${platformNames[platform]} leads export`),
  custom: 'Custom leads export',
  campaigns: 'Campaigns export',
  allLeads: 'All leads export',
};

export const started = 'Your Google Sheet creation is in process...';
export const running = 'Your Google Sheet is being written. We will notify you when it is ready.';
export const done = (rowCount: number) =>
  `Google Sheet created with ${rowCount.toLocaleString('en-US')} ${rowCount === 1 ? 'row' : 'rows'}`;
export const completed = (platform: PlatformId) => `${platformNames[platform]} export completed successfully!`;
export const ready = 'Your Google Sheet is ready';
export const cancelled = 'Export cancelled';
export const cancelFailed = 'The export could not be cancelled';
export const listFailed = 'The exports could not be loaded';
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
export const accountsUnread = (count: number) =>
  count === 1
    ? 'One ad account could not be read: the sheet holds only what was stored of it before.'
    : `${count} ad accounts could not be read: the sheet holds only what was stored of them before.`;
/** @param readAt in ISO 8601; null when nothing was stored */
export const readBeforeLoss = (platform: PlatformId, readAt: string | null) =>
  `The access to ${platformNames[platform]} was lost. The sheet holds what was read before${readAt === null ? '' : `, as of ${readAt.slice(0, 16).replace('T', ' ')} UTC`}.`;
export const abandoned = 'The export took too long and was given up. You can resume it.';
export const stopped = 'Export cancelled. What is written stays in its sheet.';
export const resumed = 'The export goes on where it stopped.';
export const hasEnded = 'This export has ended already.';
export const isUnderWay = 'This export is under way already.';
export const notResumable = 'This export can no longer go on. Please export again.';
export const endedByProof = 'This export was started before your e-mail address was confirmed. Please export again.';
export const goesOnAfterReconnect = (reason: string) =>
  `${reason.replace(/\.$/, '')}. The export then goes on by itself.`;
