import { PageHeader } from '#client/components/PageHeader.tsx';
import { SearchBox } from '#client/components/SearchBox.tsx';
import { Tabs } from '#client/components/Tabs.tsx';
import { exportRows } from '#client/features/exports/exportRows.ts';
import { leadPlatforms, useLeads } from '#client/features/leads/leads.api.ts';
import { LeadsPanel } from '#client/features/leads/LeadsPanel.tsx';
import { useListParams } from '#client/lib/useListParams.ts';
import { platformNames } from '#shared/platforms.ts';
import { ExportActions } from './ExportActions.tsx';

const tabs = leadPlatforms.map((platform) => ({ id: platform, label: `${platformNames[platform]} Leads` }));

/** The stored leads of Facebook's and TikTok's lead forms. */
export const LeadsScreen = () => {
  const { page, search, param, setPage, setSearch, change } = useListParams();
  const platform = leadPlatforms.find((each) => each === param('tab')) ?? leadPlatforms[0];
  const leads = useLeads(platform, { page, search });
  const rows = leads.isError || leads.isPlaceholderData ? [] : (leads.data?.rows ?? []);
  return (
    <>
      <PageHeader
        title="Leads"
        actions={<ExportActions isEmpty={rows.length === 0} onExport={() => void exportRows({ data: rows })} />}
      />
      <Tabs
        label="Platform"
        tabs={tabs}
        selected={platform}
        onSelect={(tab) => change({ tab: tab === leadPlatforms[0] ? '' : tab, page: '', search: '' }, { isStep: true })}
      >
        <div className="mb-3">
          <SearchBox key={platform} value={search} onSearch={setSearch} />
        </div>
        <LeadsPanel
          platform={platform}
          leads={leads}
          page={page}
          search={search}
          onPageChange={setPage}
          onClearSearch={() => setSearch('')}
        />
      </Tabs>
    </>
  );
};
