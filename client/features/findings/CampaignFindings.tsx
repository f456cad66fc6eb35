import { Sparkles } from 'lucide-react';
import { Link } from 'react-router-dom';
import { addressOf } from '#client/lib/address/address.ts';
import { findingsParams } from '#client/lib/address/findingsAddress.ts';
import { accountKey } from '#client/lib/address/params.ts';
import { countOf } from '#client/lib/countOf.ts';
import type { CampaignRow } from '#shared/contracts/campaigns.ts';
import { routes } from '#shared/routes.ts';
import { useCampaignFindings } from './findings.api.ts';

type CampaignFindingsProps = { campaign: Pick<CampaignRow, 'platform' | 'accountId' | 'id' | 'name'> };

/** Links from a campaign to the open findings of its account. */
export const CampaignFindings = ({ campaign: { platform, accountId, id, name } }: CampaignFindingsProps) => {
  const findings = useCampaignFindings(platform, id);
  if (findings === 0) return null;
  const label = `${countOf(findings, 'finding')} on ${name}`;
  return (
    <Link
      to={addressOf(routes.aiInsights.path, findingsParams, { account: [accountKey({ platform, accountId })] })}
      title={label}
      className="relative flex shrink-0 items-center gap-0.5 rounded-sm bg-warning-tint px-1 font-medium text-warning tabular-nums hover:underline pointer-coarse:after:absolute pointer-coarse:after:-inset-2.5"
    >
      <Sparkles aria-hidden="true" className="size-3" />
      <span aria-hidden="true">{findings}</span>
      <span className="sr-only">{label}</span>
    </Link>
  );
};
