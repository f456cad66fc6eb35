import { Link } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttonStyles.ts';
import { PageHeader } from '#client/components/PageHeader.tsx';
import { useUserStore } from '#client/stores/userStore.ts';
import { platformIds } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { AccountChooser } from './AccountChooser.tsx';
import { ConnectionStates } from './ConnectionStates.tsx';
import { FirstSteps } from './FirstSteps.tsx';

/** The first screen after the sign-in. */
export const OverviewScreen = () => {
  const canPreview = useUserStore((user) =>
    platformIds.some((platform) => user[platform] && user.defaultAccounts[platform].length > 0),
  );
  return (
    <>
      <PageHeader
        title="Overview"
        actions={
          canPreview && (
            <Link to={routes.preview.path} className={buttonStyles({})}>
              Preview default accounts
            </Link>
          )
        }
      />
      <div className="grid max-w-5xl grid-cols-1 gap-4 lg:grid-cols-2">
        <div className="empty:hidden lg:col-span-2">
          <FirstSteps />
        </div>
        <AccountChooser />
        <ConnectionStates />
      </div>
    </>
  );
};
