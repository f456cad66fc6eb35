import { ActivityButton } from '#client/features/activity/ActivityButton.tsx';
import { ExportsButton } from '#client/features/exports/ExportsButton.tsx';
import { LastSheetLink } from '#client/features/exports/LastSheetLink.tsx';
import { AddLeadButton } from '#client/features/leadWork/byHand/AddLeadButton.tsx';
import { useListParams } from '#client/lib/address/useListParams.ts';

/** Buttons of All leads: what was done, earlier sheets, and a lead by hand. */
export const AllLeadsActions = () => {
  const { param, change } = useListParams();
  return (
    <>
      <LastSheetLink />
      <ActivityButton
        isOpen={param('activity') === 'open'}
        onChange={(isOpen) => change({ activity: isOpen ? 'open' : '' })}
      />
      <ExportsButton />
      <AddLeadButton onAdded={(id) => change({ lead: id }, { isStep: true })} />
    </>
  );
};
