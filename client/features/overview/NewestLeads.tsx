import { Card } from '#client/components/layout/Card.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { LeadSummary } from '#client/components/values/LeadSummary.tsx';
import { addressOf } from '#client/lib/address/address.ts';
import { leadsParams } from '#client/lib/address/leadsAddress.ts';
import { Link } from 'react-router-dom';
import type { OverviewLead } from '#shared/contracts/overview.ts';
import { routes } from '#shared/routes.ts';
import { NamedIcon } from '#client/components/marks/NamedIcon.tsx';

const allLeadsPath = addressOf(routes.leads.path, leadsParams, { tab: 'all' });

/** The newest leads, with a link to all of them. */
export const NewestLeads = ({ leads }: { leads: readonly OverviewLead[] }) => (
  <Card className="pb-2">
    <div className="mb-2 flex items-baseline justify-between gap-2">
      <h2 className="font-semibold">Newest leads</h2>
      <Link to={allLeadsPath} className={`${linkStyles} text-[13px]`}>
        All leads
      </Link>
    </div>
    {leads.length === 0 ? (
      <p className="py-6 text-center text-[13px] text-muted">No leads have come in yet.</p>
    ) : (
      <ul>
        {leads.map((lead) => (
          <li
            key={`${lead.platform} ${lead.leadId}`}
            className="flex min-h-12 items-center gap-3 border-t py-1.5 first:border-t-0"
          >
            <NamedIcon platform={lead.platform} />
            <LeadSummary lead={lead} />
          </li>
        ))}
      </ul>
    )}
  </Card>
);
