import { describe, expect, it } from 'vitest';
import type { AdObject } from './reports/AdReports.ts';
import { ProviderError } from './ProviderError.ts';
import { present, startPlatforms, week } from './testing/startPlatforms.ts';

/* Facebook and TikTok no longer know a field of a query. Google has its own test, because its names have a table. */

const platforms = await startPlatforms();

const open = async (platform: 'facebook' | 'tiktok') => {
  const { adapter, call, account } = await platforms.open(platform);
  const ads = present(adapter.ads, 'ad reports');
  return {
    refuse: (isNamed: boolean, ...fields: string[]) =>
      platforms.control('PUT', `${platform}/refused-fields`, { isNamed, fields }),
    listObjects: async (): Promise<AdObject[]> => (await Array.fromAsync(ads.listObjects(call, account))).flat(),
    readDays: async () =>
      (await Array.fromAsync(ads.readDays(call, { account, range: week, level: 'ad' }))).flatMap(({ rows }) => rows),
    readPreview: () => adapter.readInsights(call, { account, range: week }),
    listAccounts: () => adapter.listAccounts(call),
  };
};

const warnings = (): string[] => platforms.logLines.filter((line) => line.includes('the platform refuses fields'));

describe.each([
  { platform: 'facebook', isNamed: true, fields: ['lifetime_budget', 'objective', 'adset_name'] },
  { platform: 'facebook', isNamed: false, fields: ['lifetime_budget', 'objective', 'adset_name'] },
  { platform: 'tiktok', isNamed: true, fields: ['budget_mode', 'objective_type', 'adgroup_name'] },
  { platform: 'tiktok', isNamed: false, fields: ['budget_mode', 'optimization_goal'] },
] as const)('fields that $platform no longer knows (named: $isNamed)', ({ platform, isNamed, fields }) => {
  it('are left out, and all other values stay the same', async () => {
    const { refuse, listObjects, readDays } = await open(platform);
    const [objects, days] = [await listObjects(), await readDays()];
    const [budget, setting, name] = fields;
    const areNamesRefused = name === 'adset_name';
    await refuse(isNamed, budget, setting, ...(areNamesRefused ? [name] : []));
    const lost = { budget: null, [setting === 'optimization_goal' ? 'optimizationGoal' : 'objective']: null };
    expect(await listObjects()).toEqual(objects.map((each) => ({ ...each, ...lost })));
    expect(await readDays()).toEqual(areNamesRefused ? days.map((row) => ({ ...row, adSetName: null })) : days);
  });

  it('cost calls and a warning only once', async () => {
    const { refuse, listObjects } = await open(platform);
    const countReading = async (): Promise<number> => {
      const before = await platforms.countCalls();
      await listObjects();
      return (await platforms.countCalls()) - before;
    };
    const usual = await countReading();
    await refuse(isNamed, fields[1]);
    expect(await countReading()).toBeGreaterThan(usual);
    const warned = warnings();
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain(fields[1]);
    expect(await countReading()).toBe(usual);
    expect(warnings()).toEqual(warned);
  });
});

describe.each([
  { platform: 'facebook', ofAccounts: 'timezone_name', ofPreview: 'campaign_name' },
  { platform: 'tiktok', ofAccounts: 'display_timezone', ofPreview: 'is_search_campaign' },
] as const)('$platform', ({ platform, ofAccounts, ofPreview }) => {
  it('lists accounts and shows a Preview without a field', async () => {
    const { refuse, readPreview, listAccounts } = await open(platform);
    const [accounts, { rows }] = [await listAccounts(), await readPreview()];
    await refuse(true, ofAccounts, ofPreview);
    expect((await listAccounts()).map(({ id }) => id)).toEqual(accounts.map(({ id }) => id));
    expect((await readPreview()).rows).toHaveLength(rows.length);
  });

  it('fails the query if a number would be missing', async () => {
    const { refuse, readDays } = await open(platform);
    await refuse(true, 'spend');
    await expect(readDays()).rejects.toThrow(ProviderError);
    expect(warnings()).toEqual([]);
  });
});
