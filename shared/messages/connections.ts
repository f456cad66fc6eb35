import { platformNames } from '../platforms.ts';
import type { PlatformId } from '../platforms.ts';

export const loadFailed = 'Failed to fetch connected accounts';
export const popupBlocked = 'Your browser blocked the sign-in window. Please allow popups for this site and try again.';
export const notConnected = (platform: PlatformId) => `${platformNames[platform]} account is not connected`;
export const notConfigured = (platform: PlatformId) =>
  `${platformNames[platform]} is not set up on this server: its operator has to add the credentials`;
export const reconnect = (platform: PlatformId) => `${platformNames[platform]} asks you to grant access again`;
export const expired = (platform: PlatformId) =>
  `The access to ${platformNames[platform]} has run out. Please grant it again.`;
/** Returns `today` or `in 7 days`, for a number from `daysLeft`. */
const inDays = (days: number): string => (days === 0 ? 'today' : `in ${days} days`);
export const expiring = (platform: PlatformId, days: number) =>
  `The access to ${platformNames[platform]} runs out ${inDays(days)}. Please grant it again before that.`;
export const accessEnds = (days: number) => `Access ends ${inDays(days)}`;
export const connected = (platform: PlatformId) => `${platformNames[platform]} connected. You can close this window.`;
export const connectedWithout = (platform: PlatformId, missing: readonly string[]) =>
  `${platformNames[platform]} connected, but not every permission was given. This does not work yet: ${missing.join('; ')}. To add it, grant access again and keep every box ticked.`;
export const scopeMissing = (platform: PlatformId, missing: readonly string[]) =>
  `${platformNames[platform]} was not connected, because a permission is missing: ${missing.join('; ')}. Please grant access again and keep this box ticked.`;
export const disconnected = (platform: PlatformId) => `${platformNames[platform]} disconnected`;
export const disconnectedGoogle =
  'Google disconnected. Its ad accounts and the export to Google Sheets are both off now.';
export const disconnectedByProof = (platform: PlatformId) =>
  `${platformNames[platform]} was disconnected, because it was connected before this e-mail address was confirmed. If you connected it, grant access again.`;
export const finishing = (platform: PlatformId) => `Connecting ${platformNames[platform]}…`;
export const scriptNeeded = 'This last step needs JavaScript. Please switch it on and grant access again.';
export const signInFirst = 'Please sign in to Leadlight in this browser first, then grant access again.';
export const stateInvalid = 'This sign-in window is no longer valid. Please close it and grant access again.';
export const nothingToFinish = (platform: PlatformId) =>
  `There is nothing to finish at this address. Open Leadlight to see whether ${platformNames[platform]} is connected, or to connect it.`;
export const openLeadlight = 'Open Leadlight';
export const stateForeign = 'This window was opened by another Leadlight account. Nothing was connected.';
export const browserDiffers = (publicUrl: string) =>
  `This sign-in was not begun in this browser. Nothing was connected. Please open Leadlight at ${publicUrl} and grant access again.`;
export const unknownPlatform = 'There is no such platform to connect';
export const unknownUser = 'There is no such Leadlight account. Please sign in and grant access again.';
