import { ActivityButton } from '#client/features/activity/ActivityButton.tsx';
import { ExportsButton } from '#client/features/exports/ExportsButton.tsx';
import { LastSheetLink } from '#client/features/exports/LastSheetLink.tsx';
import { AddLeadButton } from '#client/features/leadWork/byHand/AddLeadButton.tsx';
import { leadsParams } from '#client/lib/address/leadsAddress.ts';
import { useAddress } from '#client/lib/address/useAddress.ts';

/** Buttons of All leads: the activity, earlier exports, and adding a lead. */
export const AllLeadsActions = () => {
  const [{ activity }, change] = useAddress(leadsParams);
  return (
    <>
      <LastSheetLink />
      <ActivityButton
        isOpen={activity === 'open'}
        onChange={(isOpen) => change({ activity: isOpen ? 'open' : null })}
      />
      <ExportsButton />
      <AddLeadButton onAdded={(id) => change({ lead: id }, { isStep: true })} />
    </>
  );
};
