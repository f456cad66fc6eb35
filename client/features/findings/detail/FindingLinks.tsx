import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { addressOf } from '#client/lib/address/address.ts';
import type { ValuesOf } from '#client/lib/address/address.ts';
import { campaignsParams } from '#client/lib/address/campaignsAddress.ts';
import { leadsParams } from '#client/lib/address/leadsAddress.ts';
import { accountKey } from '#client/lib/address/params.ts';
import { rowKey } from '#client/lib/address/rowKey.ts';
import { cn } from '#client/lib/cn.ts';
import type { FindingDetail } from '#shared/contracts/findings.ts';
import { localDay } from '#shared/lib/dateRange.ts';
import { routes } from '#shared/routes.ts';

const levelNames = { campaign: 'Campaign', adset: 'Ad set', ad: 'Ad' } as const;

type CampaignsValues = ValuesOf<typeof campaignsParams>;
type Target = { label: string; to: string };

/**
 * The days since the finding began, compared with the same number of days before. Empty if the finding's first day is
 * still in the future in the browser's time zone.
 */
const daysOf = ({ since, change }: FindingDetail): Partial<CampaignsValues> => {
  const today = localDay(new Date());
  const until = change.after.until < today ? change.after.until : today;
  return since <= until ? { since, until, compare: 'previous' } : {};
};

const campaignsTarget = (finding: FindingDetail): Target => {
  const { platform, accountId, entity, campaign } = finding;
  const target = (name: string, values: Partial<CampaignsValues>): Target => ({
    label: `${name} in Campaigns`,
    to: addressOf(routes.campaigns.path, campaignsParams, values),
  });
  const shown = { account: [accountKey({ platform, accountId })], ...daysOf(finding) };
  const { level, id } = entity;
  if (level === 'campaign' || level === 'adset' || level === 'ad')
    return target(levelNames[level], { level, ...shown, row: rowKey({ platform, level, id }) });
  if (campaign) return target('Campaign', { ...shown, row: rowKey({ platform, level: 'campaign', id: campaign.id }) });
  return target('Account', shown);
};

const leadsTarget = ({ entity, campaign }: FindingDetail): Target | null => {
  const target = (name: string, values: Partial<ValuesOf<typeof leadsParams>>): Target => ({
    label: `Leads of the ${name}`,
    to: addressOf(routes.leads.path, leadsParams, { tab: 'all', ...values }),
  });
  if (entity.level === 'form') return target('form', { form: entity.id });
  return campaign && target('campaign', { campaign: campaign.id });
};

/** Links to the campaigns and leads of a finding. */
export const FindingLinks = ({ finding }: { finding: FindingDetail }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1 text-[13px]">
    {[campaignsTarget(finding), leadsTarget(finding)].map(
      (target) =>
        target && (
          <li key={target.to}>
            <Link to={target.to} className={cn(linkStyles, 'inline-flex items-center gap-1 pointer-coarse:min-h-11')}>
              {target.label}
              <ArrowRight aria-hidden="true" className="size-3.5" />
            </Link>
          </li>
        ),
    )}
  </ul>
);
