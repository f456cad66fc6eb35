import { Suspense } from 'react';
import { useNavigate } from 'react-router-dom';
import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { Tabs } from '#client/components/layout/Tabs.tsx';
import { exportRows } from '#client/features/exports/state/exportRows.ts';
import { exportSelectedLeads } from '#client/features/exports/state/exportSelectedLeads.ts';
import { wholeListOf } from '#client/features/exports/state/exportWholeList.ts';
import { useHasLeads } from '#client/features/leadWork/leadWork.api.ts';
import { leadColumns } from '#client/features/leads/leadColumns.tsx';
import { useLeads } from '#client/features/leads/leads.api.ts';
import { LeadsPanel } from '#client/features/leads/LeadsPanel.tsx';
import { addressOf } from '#client/lib/address/address.ts';
import { leadsParams } from '#client/lib/address/leadsAddress.ts';
import { useAddress, useListParams } from '#client/lib/address/useAddress.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { leadPlatformIds, platformNames } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { ExportActions, useWithGoogle } from './ExportActions.tsx';

const AllLeadsActions = lazyScreen(async () => (await import('./AllLeadsActions.tsx')).AllLeadsActions);
const AllLeadsPanel = lazyScreen(
  async () => (await import('#client/features/leadWork/AllLeadsPanel.tsx')).AllLeadsPanel,
);

const platformTabs = leadPlatformIds.map((platform) => ({ id: platform, label: `${platformNames[platform]} Leads` }));
const allTab = { id: 'all', label: 'All leads' } as const;

/** The stored leads of a platform's lead forms. */
const PlatformLeads = ({ platform }: { platform: LeadPlatformId }) => {
  const { page, search, setPage, setSearch, clearSearch } = useListParams();
  const leads = useLeads(platform, { page, search });
  return (
    <>
      <div className="mb-3 flex items-center justify-between gap-2">
        <div className="min-w-0 max-sm:flex-1">
          <SearchBox key={platform} value={search} onSearch={setSearch} />
        </div>
        <ColumnsMenu table="leads" columns={leadColumns} />
      </div>
      <LeadsPanel
        platform={platform}
        leads={leads}
        page={page}
        search={search}
        onPageChange={setPage}
        onClearSearch={clearSearch}
      />
    </>
  );
};

const PlatformExport = ({ platform }: { platform: LeadPlatformId }) => {
  const { page, search } = useListParams();
  const leads = useLeads(platform, { page, search });
  const rows = leads.isPlaceholderData ? [] : (leads.data?.rows ?? []);
  return (
    <ExportActions
      isEmpty={rows.length === 0}
      onExport={() => exportRows({ data: rows })}
      whole={wholeListOf(platform, search, leads.data)}
    />
  );
};

/** Tabs for all leads with the work on them, and for stored leads from Facebook and TikTok lead forms. */
export const LeadsScreen = () => {
  const [{ tab }] = useAddress(leadsParams);
  const navigate = useNavigate();
  const hasLeads = useHasLeads();
  const withGoogle = useWithGoogle();
  return (
    <>
      <PageHeader
        title="Leads"
        actions={
          tab === 'all' ? (
            // Reserves the space of the buttons, as in Campaigns.
            <Suspense fallback={<div className="h-9 pointer-coarse:h-11" />}>
              <AllLeadsActions />
            </Suspense>
          ) : (
            <PlatformExport platform={tab} />
          )
        }
      />
      <Tabs
        label="Platform"
        tabs={hasLeads || tab === 'all' ? [...platformTabs, allTab] : platformTabs}
        selected={tab}
        // Drops the other parameters, because the tabs have different filters.
        onSelect={(next) => void navigate(addressOf(routes.leads.path, leadsParams, { tab: next }))}
      >
        {tab === 'all' ? (
          <Suspense fallback={<Spinner label="Loading" />}>
            <AllLeadsPanel onExport={(selection) => withGoogle(() => exportSelectedLeads(selection))} />
          </Suspense>
        ) : (
          <PlatformLeads platform={tab} />
        )}
      </Tabs>
    </>
  );
};
