import { Suspense } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router-dom';
import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { Tabs } from '#client/components/layout/Tabs.tsx';
import { exportSelectedLeads } from '#client/features/exports/state/exportSelectedLeads.ts';
import { leadColumns } from '#client/features/leads/leadColumns.tsx';
import { useLeads } from '#client/features/leads/leads.api.ts';
import { LeadsPanel } from '#client/features/leads/LeadsPanel.tsx';
import { addressOf } from '#client/lib/address/address.ts';
import { leadsParams } from '#client/lib/address/leadsAddress.ts';
import type { entering } from '#client/lib/address/navigation.ts';
import { useAddress, useListParams } from '#client/lib/address/useAddress.ts';
import { useLeadsTabStore } from '#client/stores/leadsTabStore.ts';
import type { LeadsTab } from '#client/stores/leadsTabStore.ts';
import { useIsCompact } from '#client/lib/hooks/useMediaQuery.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { leadPlatformIds, platformNames } from '#shared/platforms.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { useWithGoogle } from './ExportActions.tsx';

const AllLeadsActions = lazyScreen(async () => (await import('./AllLeadsActions.tsx')).AllLeadsActions);
const AllLeadsPanel = lazyScreen(
  async () => (await import('#client/features/leadWork/AllLeadsPanel.tsx')).AllLeadsPanel,
);
const PlatformLeadsActions = lazyScreen(async () => (await import('./PlatformLeadsActions.tsx')).PlatformLeadsActions);

const tabs = [
  ...leadPlatformIds.map((platform) => ({ id: platform, label: `${platformNames[platform]} Leads` })),
  { id: 'all', label: 'All leads' } as const,
];
const pathOf = (tab: LeadsTab): string => addressOf(routes.leads.path, leadsParams, { tab });

/** The stored leads of a platform's lead forms. */
const PlatformLeads = ({ platform, leads }: { platform: LeadPlatformId; leads: ReturnType<typeof useLeads> }) => {
  const { page, search, setPage, setSearch, clearSearch } = useListParams();
  return (
    <>
      <div className="mb-2 flex items-center justify-between gap-2 sm:mb-3">
        <div className="min-w-0 max-sm:flex-1">
          <SearchBox key={platform} value={search} onSearch={setSearch} />
        </div>
        {useIsCompact() ? (
          <Suspense fallback={<div className="w-24" />}>
            <PlatformLeadsActions platform={platform} leads={leads} search={search} isMenu />
          </Suspense>
        ) : (
          <ColumnsMenu table="leads" columns={leadColumns} />
        )}
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

/** Tabs for all leads with the work on them, and for stored leads from Facebook and TikTok lead forms. */
const LeadsTabs = () => {
  const [{ tab }] = useAddress(leadsParams);
  const navigate = useNavigate();
  const list = useListParams();
  const leads = useLeads(tab === 'all' ? leadPlatformIds[0] : tab, list, { isEnabled: tab !== 'all' });
  const withGoogle = useWithGoogle();
  const isCompact = useIsCompact();
  return (
    <>
      <PageHeader
        title="Leads"
        actions={
          // On phones, the row of tools has a menu instead.
          isCompact ? undefined : (
            // Reserves the space of the buttons.
            <Suspense fallback={<div className="h-9 pointer-coarse:h-11" />}>
              {tab === 'all' ? (
                <AllLeadsActions />
              ) : (
                <PlatformLeadsActions platform={tab} leads={leads} search={list.search} />
              )}
            </Suspense>
          )
        }
      />
      <Tabs
        label="Platform"
        tabs={tabs}
        selected={tab}
        // Drops the other parameters, because the tabs have different filters.
        onSelect={(next) => {
          useLeadsTabStore.setState({ tab: next });
          void navigate(pathOf(next));
        }}
      >
        {tab === 'all' ? (
          <Suspense fallback={<Spinner label="Loading" />}>
            <AllLeadsPanel
              onExport={(selection) => withGoogle(() => exportSelectedLeads(selection))}
              renderMore={(own) => (
                <Suspense fallback={<div className="w-24" />}>
                  <AllLeadsActions menuWith={own} />
                </Suspense>
              )}
            />
          </Suspense>
        ) : (
          <PlatformLeads platform={tab} leads={leads} />
        )}
      </Tabs>
    </>
  );
};

/** The sidebar opens the last chosen tab. A typed address opens what it says, as does Back. */
export const LeadsScreen = () => {
  const state = useLocation().state as Partial<typeof entering> | null;
  const tab = useLeadsTabStore((chosen) => chosen.tab);
  return state?.isEntering ? <Navigate to={pathOf(tab)} replace /> : <LeadsTabs />;
};
