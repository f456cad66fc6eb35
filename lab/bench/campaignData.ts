import type { Client } from 'pg';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';
import { addDays } from '#shared/lib/dateRange.ts';

export const adsPerCampaign = 3;
const accounts = 30;

type Size = { campaigns: number; days: number; today: string };

/** An object's metrics on each day: a constant derived from its number, times the metric's position. */
const dailyValue = `(1000 + i % 977)::bigint`;

/**
 * Inserts campaigns with one ad set and three ads each, delivering every day, as running totals with account sums. Also
 * inserts the same ads into `raw_ad_days`, one row per day.
 */
export const insertCampaigns = async (
  client: Client,
  workspaceId: WorkspaceId,
  { campaigns, days, today }: Size,
): Promise<void> => {
  const first = addDays(today, 1 - days);
  const account = `'account-' || c % ${accounts}`;
  const platform = `(array['google', 'facebook', 'tiktok'])[1 + c % 3]`;
  await client.query(
    `insert into ad_accounts (workspace_id, platform, account_id, name, currency, time_zone, position, listed_at)
     select $1, platform, 'account-' || n, 'Account ' || n, case n % 2 when 0 then 'EUR' else 'USD' end, 'UTC', n, now()
     from generate_series(0, ${accounts - 1}) n, unnest(array['google', 'facebook', 'tiktok']) platform`,
    [workspaceId],
  );
  const levels = { campaign: campaigns, adset: campaigns, ad: campaigns * adsPerCampaign };
  for (const [level, count] of Object.entries(levels)) {
    const numbered = `(select i, ${level === 'ad' ? `(i - 1) / ${adsPerCampaign}` : 'i - 1'} as c from generate_series(1, ${count}) i) numbered`;
    await client.query(
      `insert into ad_objects (workspace_id, level, platform, object_id, account_id, campaign_id, ad_set_id, name, status,
         currency, first_seen_at, last_seen_at, first_day, last_day, totals_before, totals_after)
       select $1, '${level}', ${platform}, '${level}-' || i, ${account},
         ${level === 'campaign' ? 'null' : `'campaign-' || c + 1`}, ${level === 'ad' ? `'adset-' || c + 1` : 'null'},
         'Spring offer ' || i, 'delivering', case c % ${accounts} % 2 when 0 then 'EUR' else 'USD' end, now(), now(), $2, $3,
         '{0,0,0,0,0}', (select array_agg(${dailyValue} * metric * ${days}) from generate_series(1, 5) metric)
       from ${numbered}`,
      [workspaceId, first, today],
    );
    for (let month = `${first.slice(0, 8)}01`; month <= today; month = `${addDays(month, 31).slice(0, 8)}01`)
      await client.query(
        `insert into ad_totals (workspace_id, level, month, platform, object_id, totals)
         select $1, level, $2::date, platform, object_id,
           (select array_agg(greatest(0, least(${days}, $2::date + day - $3::date + 1)) * value * metric order by metric, day)
            from generate_series(1, 5) metric, generate_series(0, 30) day)
         from (
           select '${level}' as level, ${platform} as platform, '${level}-' || i as object_id, ${dailyValue} as value from ${numbered}
           union all
           select 'all-${level}', ${platform}, ${account}, sum(${dailyValue})::bigint from ${numbered} group by 2, 3
         ) as series order by 2, 4, 5`,
        [workspaceId, month, first],
      );
    await client.query(
      `insert into ad_objects (workspace_id, level, platform, object_id, account_id, name, status, currency, first_seen_at,
         last_seen_at, first_day, last_day, totals_before, totals_after)
       select $1, 'all-${level}', platform, account_id, account_id, '', 'deleted', min(currency), now(), now(), $2, $3,
         '{0,0,0,0,0}', (select array_agg(sum(totals_after[1]) * metric) from generate_series(1, 5) metric)
       from ad_objects where level = '${level}' group by platform, account_id`,
      [workspaceId, first, today],
    );
  }
  await client.query(
    `create table raw_ads as select object_id as ad, name, status, currency from ad_objects where level = 'ad'`,
  );
  await client.query('alter table raw_ads add primary key (ad)');
  await client.query(
    `create table raw_ad_days as
     select day::date as day, 'ad-' || i as ad, ${dailyValue} as spend, ${dailyValue} * 2 as impressions,
       ${dailyValue} * 3 as clicks, ${dailyValue} * 4 as conversions, ${dailyValue} * 5 as leads
     from generate_series($1::date, $2::date, '1 day') day, generate_series(1, ${levels.ad}) i`,
    [first, today],
  );
  await client.query('create index on raw_ad_days (day)');
  for (const table of ['ad_totals', 'ad_objects', 'raw_ads', 'raw_ad_days'])
    await client.query(`vacuum (analyze) ${table}`);
};
