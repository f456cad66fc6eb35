import { expect, test } from 'vitest';
import { passwordMinLength } from './limits.ts';
import { messages } from './messages.ts';
import { platformIds } from './platforms.ts';

/** Texts that the specification fixes word for word in its rules and its error catalog. */
const specified = [
  'email is required',
  'Please enter a valid email address',
  'Password must be at least 6 characters long',
  'name is required',
  "password don't match",
  'otp is required',
  'Please enter a valid number',
  'Minimum one account must be selected',
  'There was an error submitting your form. Please try again.',
  'Failed to fetch Facebook Ad Insights',
  'Failed to fetch Google Ad Insights',
  'Failed to fetch Tiktok Ad Insights',
  'Failed to fetch Google Ad Accounts',
  'Failed to fetch Facebook Ad Accounts',
  'Failed to fetch Tiktok Ad Accounts',
  'failed to update data',
  'Default Value Set Successfully',
  'Export failed: ',
  'Unknown error',
  'Google export completed successfully!',
  'Facebook export completed successfully!',
  'TikTok export completed successfully!',
  'Open Sheet',
  'Your Google Sheet creation is in process...',
  'Failed to MetaCustomLeads. Please try again.',
  'Saved successfully',
  'Failed to fetch crons',
  'Failed to add cron',
  'Cron added',
  'Failed to delete cron',
  'Cron deleted successfully',
  'Please provide url and type',
  'No Data Found',
  'No data found',
  'No data available',
  'No sheets found',
];

/** All texts of a group and its subgroups. */
const textsOf = (group: object): string[] =>
  Object.values(group).flatMap((entry: unknown) => {
    if (typeof entry === 'string') return [entry];
    return typeof entry === 'object' && entry !== null ? textsOf(entry) : [];
  });

test('the product contains every text of the specification, word for word', () => {
  const texts = new Set([
    ...textsOf(messages),
    messages.validation.passwordTooShort(passwordMinLength),
    ...platformIds.map(messages.exports.completed),
  ]);
  expect(specified.filter((text) => !texts.has(text))).toEqual([]);
});
