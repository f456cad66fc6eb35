import { describe, expect, it } from 'vitest';
import type { AdObject } from '../reports/AdReports.ts';
import { ProviderError } from '../ProviderError.ts';
import { present, startPlatforms, week } from '../testing/startPlatforms.ts';

const platforms = await startPlatforms();

const refuse = (isNamed: boolean, ...fields: string[]) =>
  platforms.control('PUT', 'google/refused-fields', { isNamed, fields });

const open = async () => {
  const { adapter, call, account } = await platforms.open('google');
  const ads = present(adapter.ads, 'ad reports');
  const listObjects = async (): Promise<AdObject[]> => (await Array.fromAsync(ads.listObjects(call, account))).flat();
  const readDays = async () =>
    (await Array.fromAsync(ads.readDays(call, { account, range: week, level: 'ad' }))).flatMap(({ rows }) => rows);
  return { adapter, call, account, listObjects, readDays };
};

const warnings = (): string[] => platforms.logLines.filter((line) => line.includes('the platform refuses fields'));

describe.each([true, false])('fields that Google no longer knows (named in its refusal: %s)', (isNamed) => {
  it('are left out, and all other values stay the same', async () => {
    const { listObjects, readDays } = await open();
    const [objects, days] = [await listObjects(), await readDays()];
    await refuse(
      isNamed,
      'ad_group_ad.ad.type',
      'campaign.bidding_strategy_type',
      'ad_group.name',
      'campaign_budget.period',
    );
    const withoutFields = objects.map((each) => ({
      ...each,
      ...(each.level === 'campaign' && { optimizationGoal: null, budget: null }),
      ...(each.level === 'adset' && { name: '' }),
    }));
    expect((await listObjects()).map(({ id, status, platformStatus }) => ({ id, status, platformStatus }))).toEqual(
      objects.map(({ id, status, platformStatus }) => ({ id, status, platformStatus })),
    );
    const campaignsOf = (all: readonly AdObject[]) => all.filter(({ level }) => level !== 'ad');
    expect(campaignsOf(await listObjects())).toEqual(campaignsOf(withoutFields));
    expect(await readDays()).toEqual(days.map((row) => (row.adSetId === null ? row : { ...row, adSetName: null })));
  });

  it('cost calls and a warning only once', async () => {
    const { listObjects } = await open();
    const countReading = async (): Promise<number> => {
      const before = await platforms.countCalls();
      await listObjects();
      return (await platforms.countCalls()) - before;
    };
    const usual = await countReading();
    await refuse(isNamed, 'ad_group_ad.ad.name');
    const first = await countReading();
    expect(first).toBeGreaterThan(usual);
    expect(first).toBeLessThanOrEqual(usual + 11);
    const warned = warnings();
    expect(warned).toHaveLength(1);
    expect(warned[0]).toContain('ad_group_ad.ad.name');
    expect(await countReading()).toBe(usual);
    expect(warnings()).toEqual(warned);
  });

  it('in the older report and the list of accounts leave these readable', async () => {
    await refuse(isNamed, 'customer.time_zone', 'campaign.status', 'customer_client.hidden');
    const { adapter, call, account } = await open();
    const { rows } = await adapter.readInsights(call, { account, range: week });
    expect(rows.length).toBeGreaterThan(0);
  });

  it('fail the query if a number would be missing', async () => {
    const { readDays } = await open();
    await refuse(isNamed, 'metrics.cost_micros');
    await expect(readDays()).rejects.toThrow(ProviderError);
    expect(warnings()).toEqual([]);
  });
});
