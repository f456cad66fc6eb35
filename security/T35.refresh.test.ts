import { expect, onTestFinished, test } from 'vitest';
import { listAdAccounts } from '#shared/contracts/adAccounts.ts';
import { exportGoogleSheet } from '#shared/contracts/exports.ts';
import { postControl } from '#testing/sandbox/sandboxControl.ts';
import { startBetweenPlatforms } from './testing/startBetweenPlatforms.ts';
import { newMemberAt } from './testing/strangers.ts';

test('T35 twenty calls and an export with an expired token cause one refresh, and all use its token', async () => {
  const product = await startBetweenPlatforms();
  onTestFinished(() => product.stop());
  const { receivedCalls, url: platformsUrl } = product.platforms;
  const member = await newMemberAt(product.url, 'google');
  const refreshes = () =>
    receivedCalls.filter(({ url, body }) => url.startsWith('/token') && body.includes('grant_type=refresh_token'));
  await postControl({ url: platformsUrl }, '/google/expire-tokens', {});
  const calls = Array.from({ length: 20 }, () => member.request(listAdAccounts.google));
  const exporting = member.request(exportGoogleSheet, { body: { data: [{ name: 'Ada Example' }] } });
  const statuses = (await Promise.all([...calls, exporting])).map(({ status }) => status);
  expect(statuses).toEqual(statuses.map(() => 200));
  expect(refreshes()).toHaveLength(1);
});
