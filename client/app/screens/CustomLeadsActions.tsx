import { Undo2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import type { useCustomLeads } from '#client/features/customLeads/customLeads.api.ts';
import { toExportBody } from '#client/features/customLeads/toExportBody.ts';
import { exportRows } from '#client/features/exports/state/exportRows.ts';
import { wholeListOf } from '#client/features/exports/state/exportWholeList.ts';
import { activityPath } from '#client/lib/address/leadsAddress.ts';
import { ExportActions, ExportMenu } from './ExportActions.tsx';

type CustomLeadsActionsProps = {
  leads: ReturnType<typeof useCustomLeads>;
  search: string;
  /** One menu, for compact windows. */
  isMenu?: boolean;
};

/** The activity, and exports of the shown leads. */
export const CustomLeadsActions = ({ leads, search, isMenu = false }: CustomLeadsActionsProps) => {
  const navigate = useNavigate();
  const rows = leads.isPlaceholderData ? [] : (leads.data?.rows ?? []);
  const exported = {
    isEmpty: rows.length === 0,
    onExport: () => exportRows(toExportBody(rows)),
    whole: wholeListOf('custom', search, leads.data),
  };
  const activity = {
    key: 'activity',
    label: 'Activity',
    icon: <Undo2 aria-hidden="true" />,
    onSelect: () => void navigate(activityPath),
  };
  return isMenu ? (
    <ExportMenu {...exported} others={[activity]} />
  ) : (
    <>
      <Link to={activityPath} title="Imports can be undone there" className={buttonStyles({})}>
        Activity
      </Link>
      <ExportActions {...exported} />
    </>
  );
};
