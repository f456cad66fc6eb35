import { ColumnsMenu } from '#client/components/tables/ColumnsMenu.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { SearchBox } from '#client/components/forms/SearchBox.tsx';
import { Tabs } from '#client/components/layout/Tabs.tsx';
import { exportRows } from '#client/features/exports/state/exportRows.ts';
import { wholeListOf } from '#client/features/exports/state/exportWholeList.ts';
import { leadColumns } from '#client/features/leads/leadColumns.tsx';
import { useLeads } from '#client/features/leads/leads.api.ts';
import { LeadsPanel } from '#client/features/leads/LeadsPanel.tsx';
import { useListParams } from '#client/lib/address/useListParams.ts';
import { leadPlatformIds, platformNames } from '#shared/platforms.ts';
import { ExportActions } from './ExportActions.tsx';

const tabs = leadPlatformIds.map((platform) => ({ id: platform, label: `${platformNames[platform]} Leads` }));

/** Stored leads from Facebook and TikTok lead forms. */
export const LeadsScreen = () => {
  const { page, search, param, setPage, setSearch, clearSearch, change } = useListParams();
  const platform = leadPlatformIds.find((each) => each === param('tab')) ?? leadPlatformIds[0];
  const leads = useLeads(platform, { page, search });
  const rows = leads.isPlaceholderData ? [] : (leads.data?.rows ?? []);
  return (
    <>
      <PageHeader
        title="Leads"
        actions={
          <ExportActions
            isEmpty={rows.length === 0}
            onExport={() => exportRows({ data: rows })}
            whole={wholeListOf(platform, search, leads.data)}
          />
        }
      />
      <Tabs
        label="Platform"
        tabs={tabs}
        selected={platform}
        onSelect={(tab) =>
          change({ tab: tab === leadPlatformIds[0] ? '' : tab, page: '', search: '' }, { isStep: true })
        }
      >
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
      </Tabs>
    </>
  );
};
