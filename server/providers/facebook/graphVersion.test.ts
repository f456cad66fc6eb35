import { expect, it } from 'vitest';
import { readCallCounts } from '#testing/sandbox/sandboxControl.ts';
import { startPlatforms, week } from '../testing/startPlatforms.ts';

const platforms = await startPlatforms({ FACEBOOK_GRAPH_VERSION: 'v27.0' });

it('uses the version of the setting for consent, accounts and insights', async () => {
  const { adapter, call, account } = await platforms.open('facebook');
  const query = { state: 's', redirectUri: 'https://leads.example.test/auth/facebook/callback', codeChallenge: 'c' };
  expect(adapter.consentUrl(query).pathname).toBe('/v27.0/dialog/oauth');
  const { rows } = await adapter.readInsights(call, { account, range: week });
  expect(rows.length).toBeGreaterThan(0);
  const calls = Object.keys(await readCallCounts(platforms.sandbox));
  expect(calls.filter((name) => name.startsWith('facebook ')).length).toBeGreaterThan(3);
  expect(calls.filter((name) => !name.includes(' /v27.0/'))).toEqual([]);
});
