import { Link } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { ConnectionsCard } from '#client/features/connections/ConnectionsCard.tsx';
import { LeadSettingsCard } from '#client/features/leadWork/settings/LeadSettingsCard.tsx';
import { PrivacyCard } from '#client/features/privacy/PrivacyCard.tsx';
import { WorkspaceCard } from '#client/features/workspaces/WorkspaceCard.tsx';
import { ProfileForm } from '#client/features/users/ProfileForm.tsx';
import { activityPath } from '#client/lib/address/leadsAddress.ts';

export const SettingsScreen = () => (
  <>
    <PageHeader
      title="User Profile"
      actions={
        <Link to={activityPath} className={buttonStyles({})}>
          Activity
        </Link>
      }
    />
    <div className="grid max-w-160 grid-cols-1 gap-4">
      <ProfileForm />
      <WorkspaceCard />
      <ConnectionsCard />
      <LeadSettingsCard />
      <PrivacyCard />
    </div>
  </>
);
