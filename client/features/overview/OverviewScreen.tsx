import { PageHeader } from '#client/components/PageHeader.tsx';
import { AccountChooser } from './AccountChooser.tsx';
import { ConnectionStates } from './ConnectionStates.tsx';

/** The first screen after the sign-in. */
export const OverviewScreen = () => (
  <>
    <PageHeader title="Overview" />
    <div className="grid max-w-160 grid-cols-1 gap-4">
      <AccountChooser />
      <ConnectionStates />
    </div>
  </>
);
