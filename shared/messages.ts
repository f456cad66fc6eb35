import { importLimits, oneTimeCode } from './limits.ts';
import { platformNames } from './platforms.ts';
import type { PlatformId } from './platforms.ts';

/** Texts that the product itself decides on; a server message, where there is one, comes before a fallback. */
export const messages = {
  validation: {
    emailRequired: 'email is required',
    emailInvalid: 'Please enter a valid email address',
    nameRequired: 'name is required',
    otpRequired: 'otp is required',
    otpNotNumeric: 'Please enter a valid number',
    passwordTooShort: (minLength: number) => `Password must be at least ${minLength} characters long`,
    passwordsDiffer: "password don't match",
    minimumOneAccount: 'Minimum one account must be selected',
    invalidRequest: 'The request is not valid',
    tooSlow: 'The request took too long to arrive',
    plainJson: 'Send JSON, uncompressed',
    invalidField: (field: string) => `Please check "${field}"`,
    invalidDates: 'Please choose valid dates: start not after end, within the last two years, not in the future',
  },
  auth: {
    failed: 'There was an error submitting your form. Please try again.',
    loggedIn: 'Logged in successfully',
    registered: 'Registered successfully',
    loggedOut: 'Logged out successfully',
    codeSent: `If this e-mail address has an account, a code is on its way. It is valid for ${oneTimeCode.lifetimeMinutes} minutes.`,
    passwordReset: 'Password reset successfully',
    invalidCredentials: 'Invalid email or password',
    invalidCode: 'The code is wrong or has expired',
    emailTaken: 'Email is already registered',
    googleRefused: 'Google sign-in could not be verified',
    googleOff: 'Google sign-in is not set up on this server',
    mailOff: 'This server cannot send e-mail yet: its operator has to set SMTP_URL',
    sessionExpired: 'Your session has expired. Please sign in again.',
    sessionMismatch: 'This session belongs to someone else. Please sign in again.',
    tooManyAttempts: 'Too many attempts. Please wait a little and try again.',
  },
  profile: {
    updated: 'Profile updated successfully',
    failed: 'failed to update data',
    defaultsSaved: 'Default Value Set Successfully',
  },
  connections: {
    loadFailed: 'Failed to fetch connected accounts',
    popupBlocked: 'Your browser blocked the sign-in window. Please allow popups for this site and try again.',
    notConnected: (platform: PlatformId) => `${platformNames[platform]} account is not connected`,
    notConfigured: (platform: PlatformId) =>
      `${platformNames[platform]} is not set up on this server: its operator has to add the credentials`,
    reconnect: (platform: PlatformId) => `${platformNames[platform]} asks you to grant access again`,
    expired: (platform: PlatformId) => `The access to ${platformNames[platform]} has run out. Please grant it again.`,
    connected: (platform: PlatformId) => `${platformNames[platform]} connected. You can close this window.`,
    connectedWithout: (platform: PlatformId, missing: readonly string[]) =>
      `${platformNames[platform]} connected, but not every permission was given. This does not work yet: ${missing.join('; ')}. To add it, grant access again and keep every box ticked.`,
    scopeMissing: (platform: PlatformId, missing: readonly string[]) =>
      `${platformNames[platform]} was not connected, because a permission is missing: ${missing.join('; ')}. Please grant access again and keep this box ticked.`,
    disconnected: (platform: PlatformId) => `${platformNames[platform]} disconnected`,
    disconnectedGoogle: 'Google disconnected. Its ad accounts and the export to Google Sheets are both off now.',
    finishing: (platform: PlatformId) => `Connecting ${platformNames[platform]}…`,
    scriptNeeded: 'This last step needs JavaScript. Please switch it on and grant access again.',
    signInFirst: 'Please sign in to Leadlight in this browser first, then grant access again.',
    stateInvalid: 'This sign-in window is no longer valid. Please close it and grant access again.',
    stateForeign: 'This window was opened by another Leadlight account. Nothing was connected.',
    browserDiffers: (publicUrl: string) =>
      `This sign-in was not begun in this browser. Nothing was connected. Please open Leadlight at ${publicUrl} and grant access again.`,
    unknownPlatform: 'There is no such platform to connect',
    unknownUser: 'There is no such Leadlight account. Please sign in and grant access again.',
  },
  platform: {
    insightsFailed: {
      facebook: 'Failed to fetch Facebook Ad Insights',
      google: 'Failed to fetch Google Ad Insights',
      tiktok: 'Failed to fetch Tiktok Ad Insights',
    } satisfies Record<PlatformId, string>,
    accountsFailed: {
      facebook: 'Failed to fetch Facebook Ad Accounts',
      google: 'Failed to fetch Google Ad Accounts',
      tiktok: 'Failed to fetch Tiktok Ad Accounts',
    } satisfies Record<PlatformId, string>,
    foreignAccount: 'One of the chosen ad accounts does not belong to your connection',
    throttled: (platform: PlatformId) => `${platformNames[platform]} asks us to slow down. Please try again later.`,
    unavailable: (platform: PlatformId) => `${platformNames[platform]} does not answer right now. Please try again.`,
  },
  exports: {
    started: 'Your Google Sheet creation is in process...',
    running: 'Your Google Sheet is being written. We will tell you when it is ready.',
    done: (rowCount: number) => `Google Sheet created with ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}`,
    completed: (platform: PlatformId) => `${platformNames[platform]} export completed successfully!`,
    failedPrefix: 'Export failed: ',
    unknownError: 'Unknown error',
    nothingToExport: 'No data to export',
    googleNotConnected: 'Google account is not connected. Grant Google access to export to a Google Sheet.',
    openSheet: 'Open Sheet',
    tooLarge: (figure: string) => `This is too much for one Google Sheet: ${figure}`,
    tooMany: 'You have many exports under way. Please wait until one of them is ready.',
    noAccounts: 'There is nothing to export yet: open the preview of these dates, or choose default ad accounts.',
    shownRowsOnly: (platform: PlatformId) =>
      `${platformNames[platform]} did not answer, so the sheet holds the rows that were shown.`,
    accountsLeftOut: (count: number) =>
      count === 1
        ? 'One ad account could not be read and is left out.'
        : `${count} ad accounts could not be read and are left out.`,
    abandoned: 'The export took too long and was given up. Please try again.',
  },
  leads: {
    pageUnreadable: 'The lead forms of this Page could not be read',
    formUnreadable: 'The leads of this form could not be read',
    scopeMissing: (platform: PlatformId, missing: readonly string[]) =>
      `The leads cannot be read, because a permission is missing: ${missing.join('; ')}. Please grant access to ${platformNames[platform]} again and keep every box ticked.`,
    notShown: 'The platform did not show this lead in time; the next read of its form brings it',
    gone: 'The platform no longer knows this lead',
  },
  webhooks: {
    refused: 'The signature of this delivery is missing or wrong',
    unreadable: 'This delivery could not be read',
    handshakeRefused: 'This is not our subscription',
    off: 'No deliveries are expected here: the platform is not set up on this server',
  },
  customLeads: {
    saved: 'Saved successfully',
    saveFailed: 'Failed to MetaCustomLeads. Please try again.',
    tooMany: `At most ${importLimits.rows.toLocaleString('en')} rows can be imported at once`,
    tooLarge: `At most ${importLimits.fileBytes / 1024 / 1024} MB can be imported at once`,
    notCsv: 'Please choose a .csv file',
    unreadable: 'This file could not be read',
    noRows: 'No data found',
    valueTooLong: `A value has more than ${importLimits.valueCharacters.toLocaleString('en')} characters`,
  },
  sheets: {
    invalidUrl: 'Please provide a valid Google Sheet URL',
    fetchFailed: 'Failed to fetch Google Sheet',
    notShared: (serviceAccount: string | null) =>
      serviceAccount === null
        ? "This sheet is not shared. Set 'Anyone with the link: Viewer' in its sharing settings."
        : `This sheet is not shared. Share it with ${serviceAccount} or set 'Anyone with the link: Viewer'.`,
    notFound: 'No spreadsheet at this address',
    noSuchTab: 'The sheet has no such tab any more',
    claimed:
      'Another person on this server already reads this private sheet. Ask them, or make the sheet public to everyone with the link.',
    empty: 'The sheet has no rows below its header',
    notASheet: 'This document is not a Google Sheet',
    tooLarge: `The sheet is too large: at most ${importLimits.rows.toLocaleString('en')} rows and ${importLimits.sheetCells.toLocaleString('en')} cells can be read`,
    throttled: 'Google asks us to slow down. Please try again in a minute.',
    unavailable: 'Google Sheets does not answer right now. Please try again.',
  },
  sheetSyncs: {
    missing: 'Please provide url and type',
    loadFailed: 'Failed to fetch crons',
    addFailed: 'Failed to add cron',
    added: 'Cron added',
    deleteFailed: 'Failed to delete cron',
    deleted: 'Cron deleted successfully',
    runStarted: 'Synchronisation started',
    runFailed: 'The synchronisation could not be started',
    tooMany: 'You keep as many sheets in sync as one person can. Please delete one first.',
    failed: (reason: string) => `A Google Sheet could not be synchronised: ${reason}`,
    recovered: 'A Google Sheet that could not be synchronised works again',
    abandoned: 'The run was interrupted and will be repeated',
    rowWithoutContact: 'The row has neither a name nor an e-mail address nor an id',
  },
  notifications: { read: 'Marked as read' },
  empty: { google: 'No data found', table: 'No Data Found', leads: 'No data available', sheets: 'No sheets found' },
  server: {
    unexpected: 'Something went wrong on our side. Please try again.',
    busy: 'The server is busy right now. Please try again in a moment.',
    apiAway: 'The server is starting or cannot be reached. Please try again in a moment.',
    notFound: 'There is nothing at this address',
    bodyTooLarge: 'The request is too large',
    badJson: 'The request body is not valid JSON',
  },
} as const;
