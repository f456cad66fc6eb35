import type { Action } from '#client/components/actions/Action.ts';
import { ActionButton } from '#client/components/actions/ActionButton.tsx';
import { MoreMenu } from '#client/components/actions/MoreMenu.tsx';
import { activityAction } from '#client/features/activity/activityAction.tsx';
import { LastSheetLink } from '#client/features/exports/LastSheetLink.tsx';
import { useExportsAction } from '#client/features/exports/useExportsAction.tsx';
import { useAddLeadAction } from '#client/features/leadWork/byHand/useAddLeadAction.tsx';
import { leadsParams } from '#client/lib/address/leadsAddress.ts';
import { useAddress } from '#client/lib/address/useAddress.ts';

type AllLeadsActionsProps = {
  /** Further lines of the menu that replaces the buttons on phones. */
  menuWith?: readonly Action[];
};

/** Activity, earlier exports, and adding a lead. */
export const AllLeadsActions = ({ menuWith }: AllLeadsActionsProps) => {
  const [{ activity: shown }, change] = useAddress(leadsParams);
  const activity = activityAction({
    isOpen: shown === 'open',
    onChange: (isOpen) => change({ activity: isOpen ? 'open' : null }),
  });
  const exports = useExportsAction();
  const add = useAddLeadAction((id) => change({ lead: id }, { isStep: true }));
  return (
    <>
      {menuWith ? (
        <MoreMenu actions={[add.action, activity.action, exports.action, ...menuWith]} />
      ) : (
        <>
          <LastSheetLink />
          <ActionButton action={activity.action} isShort />
          <ActionButton action={exports.action} isShort />
          <ActionButton action={add.action} />
        </>
      )}
      {activity.dialog}
      {exports.dialog}
      {add.dialog}
    </>
  );
};
