import { exportRows } from '#client/features/exports/state/exportRows.ts';
import { wholeListOf } from '#client/features/exports/state/exportWholeList.ts';
import type { useLeads } from '#client/features/leads/leads.api.ts';
import type { LeadPlatformId } from '#shared/platforms.ts';
import { ExportActions, ExportMenu } from './ExportActions.tsx';

type PlatformLeadsActionsProps = {
  platform: LeadPlatformId;
  leads: ReturnType<typeof useLeads>;
  search: string;
  /** One menu, for compact windows. */
  isMenu?: boolean;
};

/** Exports of the shown leads. */
export const PlatformLeadsActions = ({ platform, leads, search, isMenu = false }: PlatformLeadsActionsProps) => {
  const rows = leads.isPlaceholderData ? [] : (leads.data?.rows ?? []);
  const Exports = isMenu ? ExportMenu : ExportActions;
  return (
    <Exports
      isEmpty={rows.length === 0}
      onExport={() => exportRows({ data: rows })}
      whole={wholeListOf(platform, search, leads.data)}
    />
  );
};
