import { ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { cn } from '#client/lib/cn.ts';
import type { FindingDetail } from '#shared/contracts/findings.ts';
import { localDay } from '#shared/lib/dateRange.ts';
import { routes } from '#shared/routes.ts';

const levelNames = { campaign: 'Campaign', adset: 'Ad set', ad: 'Ad' } as const;

type Target = { label: string; to: string };

const addressOf = (path: string, query: Record<string, string>): string =>
  `${path}?${new URLSearchParams(query).toString()}`;

/** The days since it began, beside as many days before. Days of the account may not have begun here. */
const daysOf = ({ since, change }: FindingDetail): Record<string, string> => {
  const today = localDay(new Date());
  const until = change.after.until < today ? change.after.until : today;
  return since <= until ? { since, until, compare: 'previous' } : {};
};

const campaignsTarget = (finding: FindingDetail): Target => {
  const { platform, accountId, entity, campaign } = finding;
  const query = { account: `${platform}:${accountId}`, ...daysOf(finding) };
  const { level } = entity;
  if (level === 'campaign' || level === 'adset' || level === 'ad')
    return {
      label: `${levelNames[level]} in Campaigns`,
      to: addressOf(routes.campaigns.path, {
        ...(level === 'campaign' ? {} : { level }),
        ...query,
        row: `${platform}:${level}:${entity.id}`,
      }),
    };
  if (campaign)
    return {
      label: 'Campaign in Campaigns',
      to: addressOf(routes.campaigns.path, { ...query, row: `${platform}:campaign:${campaign.id}` }),
    };
  return { label: 'Account in Campaigns', to: addressOf(routes.campaigns.path, query) };
};

const leadsTarget = ({ entity, campaign }: FindingDetail): Target | null => {
  if (entity.level === 'form')
    return { label: 'Leads of the form', to: addressOf(routes.leads.path, { tab: 'all', form: entity.id }) };
  return (
    campaign && {
      label: 'Leads of the campaign',
      to: addressOf(routes.leads.path, { tab: 'all', campaign: campaign.id }),
    }
  );
};

/** Where the figures and leads of a finding are. */
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
