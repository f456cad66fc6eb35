import { platformNames } from '../platforms.ts';
import type { PlatformId } from '../platforms.ts';

export const otherAddress = 'This is not the e-mail address of this account';
/** `unrevoked`: platforms where access could not be revoked. */
export const accountDeleted = (unrevoked: readonly PlatformId[]) =>
  unrevoked.length === 0
    ? 'Your account was deleted and all platform access was revoked'
    : `Your account was deleted. ${unrevoked.map((platform) => platformNames[platform]).join(' and ')} could not be reached: please revoke the access in your settings there.`;
export const personMissing = 'Please enter an e-mail address or a phone number';
export const phoneInvalid = 'Please enter a complete phone number with 7 to 15 digits';
export const erased = 'Everything that was found is deleted';
export const nothingFound = 'Nothing was found';
export const erasing = 'The deletion is in progress';
export const failed = 'Nothing could be deleted. Please try again.';
export const erasedByPlatform = (platform: PlatformId) =>
  `${platformNames[platform]} asked us to delete everything from the account that was connected here. The account’s data and leads were deleted.`;
export const removedByPlatform = (platform: PlatformId) =>
  `Leadlight was removed in the settings of ${platformNames[platform]}. To go on, grant access again.`;

/** The receipt page. */
export const receipt = {
  person: 'Deletion of a person',
  account: 'Deletion of an account',
  meta: 'Deletion of data from Facebook',
  done: 'Done',
  pending: 'In progress. Please check again in a minute.',
  code: 'Confirmation code',
  requested: 'Requested',
  finished: 'Done',
  deleted: 'What was deleted',
  nothing: 'Nothing was found that had to be deleted.',
  nameless: 'This receipt holds no personal data. Anyone with its code can see it.',
  unknown: 'There is no such receipt',
  unknownHint: 'Please check the code. Receipts of another address are not known here.',
  otherRows: 'Other records',
  tables: {
    users: 'Account',
    connections: 'Connections with their access tokens',
    ad_accounts: 'Ad accounts',
    insight_accounts: 'Ad accounts',
    insight_days: 'Days of figures',
    campaign_days: 'Days of figures',
    insight_reports: 'Days of figures',
    ad_totals: 'Days of figures',
    ad_days: 'Days of figures',
    ad_day_reads: 'Days of figures',
    ad_objects: 'Campaigns and ads',
    ad_changes: 'Campaigns and ads',
    views: 'Saved views',
    lead_work: 'Work on leads',
    lead_entries: 'Notes and changes of leads',
    lead_merges: 'Merges of leads',
    activities: 'Activity and its undo',
    undo_leads: 'Activity and its undo',
    lead_statuses: 'Statuses of leads',
    lead_pages: 'Pages and lead forms',
    lead_forms: 'Pages and lead forms',
    leads: 'Leads',
    custom_leads: 'Imported leads',
    custom_lead_imports: 'Imports under way',
    custom_lead_batches: 'Imports under way',
    exports: 'Exports',
    export_chunks: 'Rows of exports',
    sheet_syncs: 'Sheets in sync',
    sheet_sync_runs: 'Sheets in sync',
    notifications: 'Notifications',
    sessions: 'Sessions',
  },
} as const;
