import type { ReactNode } from 'react';
import { CopyableId } from '#client/components/buttons/CopyableId.tsx';
import { LeadSummary } from '#client/components/values/LeadSummary.tsx';
import { NoValue } from '#client/components/values/NoValue.tsx';
import { formatDate, formatDay, formatInteger, formatMoney } from '#client/lib/format.ts';
import type { AdMetricName } from '#shared/campaigns.ts';
import { adMetricFacts, adStatusNames, adStatuses } from '#shared/campaigns.ts';
import type { CampaignAccount, CampaignDetail } from '#shared/contracts/campaigns.ts';
import { accountOf } from '../settling.ts';
import { MetricValue } from '../table/MetricValue.tsx';
import type { CampaignsView } from '../useCampaignsAddress.ts';
import { inWords } from '../words.ts';
import { ChildShares } from './ChildShares.tsx';
import { DetailChart } from './DetailChart.tsx';

const tiles: readonly AdMetricName[] = ['spend', 'collectedLeads', 'costPerLead', 'clicks', 'ctr', 'conversions'];

/** Shown if people have qualified leads of the object. */
const outcomeTiles: readonly AdMetricName[] = ['qualifiedLeads', 'costPerQualifiedLead', 'wonAmount'];

const sourceLine = 'block text-[11px] leading-4 text-muted';

/** Shown once imported leads are among them. */
const LeadSources = ({ detail: { leadSources } }: { detail: CampaignDetail }) =>
  leadSources.imported > 0 && (
    <>
      <span className={sourceLine}>{formatInteger(leadSources.forms)} from forms</span>
      <span className={sourceLine}>{formatInteger(leadSources.imported)} imported</span>
    </>
  );

const Tiles = ({ detail, detail: { row } }: { detail: CampaignDetail }) => (
  <dl className="grid grid-cols-3 gap-x-3 gap-y-4">
    {[...tiles, ...(row.sums.qualifiedLeads > 0 || row.compared?.qualifiedLeads ? outcomeTiles : [])].map((name) => (
      <div key={name} className="min-w-0">
        <dt className="truncate text-xs text-muted">{adMetricFacts[name].label}</dt>
        <dd className="text-[15px] font-semibold tabular-nums [&_span]:font-normal">
          <MetricValue name={name} sums={row.sums} compared={row.compared} currency={row.currency} />
          {name === 'collectedLeads' && <LeadSources detail={detail} />}
        </dd>
      </div>
    ))}
  </dl>
);

const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h3 className="mb-2 text-[13px] font-semibold">{title}</h3>
    {children}
  </section>
);

const NewestLeads = ({ detail: { newestLeads } }: { detail: CampaignDetail }) => (
  <Section title="Newest leads">
    {newestLeads.length === 0 ? (
      <p className="text-[13px] text-muted">No leads in these days.</p>
    ) : (
      <ul>
        {newestLeads.map((lead) => (
          <li
            key={`${lead.list} ${lead.leadId}`}
            className="flex items-center gap-3 border-t py-1.5 text-[13px] first:border-t-0"
          >
            <LeadSummary lead={lead} />
          </li>
        ))}
      </ul>
    )}
  </Section>
);

const budgetText = ({ row: { budget, currency } }: CampaignDetail): string | null =>
  budget &&
  `${formatMoney(budget.amount, currency)} ${budget.kind === 'daily' ? 'a day' : 'in all'}${budget.isShared ? ', shared' : ''}`;

const scheduleText = ({ settings: { startsAt, endsAt } }: CampaignDetail): string | null => {
  if (startsAt === null && endsAt === null) return null;
  if (endsAt === null) return `Since ${formatDate(startsAt)}`;
  return startsAt === null ? `Until ${formatDate(endsAt)}` : `${formatDate(startsAt)} – ${formatDate(endsAt)}`;
};

type SettingsProps = { detail: CampaignDetail; account: CampaignAccount | undefined };

const Settings = ({ detail, account }: SettingsProps) => {
  const { row, settings } = detail;
  const entries: readonly [string, ReactNode][] = [
    ['Budget', budgetText(detail)],
    ['Objective', settings.objective && inWords(settings.objective)],
    ['Optimization goal', settings.optimizationGoal && inWords(settings.optimizationGoal)],
    ['Schedule', scheduleText(detail)],
    ['Time zone', settings.timeZone],
    ['Status at the platform', row.platformStatus && inWords(row.platformStatus)],
    ['Attribution', account?.attribution],
    ['ID', <CopyableId key="id" id={row.id} copyLabel={`Copy ID ${row.id}`} />],
  ];
  return (
    <Section title="Settings">
      <dl className="grid grid-cols-[max-content_minmax(0,1fr)] gap-x-4 gap-y-1.5 text-[13px]">
        {entries.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere">{value ?? <NoValue />}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
};

type Change = CampaignDetail['changes'][number];

const changedValue = (what: Change['what'], value: string | null, currency: string | null): string => {
  if (value === null) return 'none';
  if (what === 'budget') return Number.isFinite(Number(value)) ? formatMoney(Number(value), currency) : value;
  const status = adStatuses.find((each) => each === value);
  return status ? adStatusNames[status] : inWords(value);
};

const Changes = ({ detail: { changes, row } }: { detail: CampaignDetail }) => {
  if (changes.length === 0) return null;
  return (
    <Section title="Changes of budget and status">
      <ul className="grid gap-1.5 text-[13px]">
        {changes.map(({ day, what, from, to }) => (
          <li key={`${day} ${what} ${from} ${to}`} className="flex gap-3">
            <span className="shrink-0 text-muted tabular-nums">{formatDay(day)}</span>
            <span className="min-w-0">
              {what === 'budget' ? 'Budget' : 'Status'} from {changedValue(what, from, row.currency)} to{' '}
              <span className="font-medium">{changedValue(what, to, row.currency)}</span>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
};

type DetailBodyProps = { detail: CampaignDetail; view: CampaignsView; accounts: readonly CampaignAccount[] };

/** Metrics, chart, children, leads, settings and changes of a row. */
export const DetailBody = ({ detail, view, accounts }: DetailBodyProps) => (
  <div className="grid grid-cols-1 gap-6 p-4">
    <Tiles detail={detail} />
    <DetailChart detail={detail} chosen={view.chart} onChoose={(chart) => view.change({ chart })} />
    <ChildShares detail={detail} metric={view.chart[0]} onOpen={view.setRow} />
    <NewestLeads detail={detail} />
    <Settings detail={detail} account={accountOf(accounts, detail.row)} />
    <Changes detail={detail} />
  </div>
);
