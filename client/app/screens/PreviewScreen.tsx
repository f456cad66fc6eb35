import { useMemo } from 'react';
import { Link, Navigate, useLocation } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { AccountsFailure } from '#client/features/connections/accounts/AccountsFailure.tsx';
import { useAdAccounts, useConnections } from '#client/features/connections/connections.api.ts';
import { ConnectToSee } from '#client/features/connections/grant/ConnectToSee.tsx';
import { useAccountsFailure } from '#client/features/connections/accounts/useAccountsFailure.ts';
import { useGrantCheck } from '#client/features/connections/grant/useGrantCheck.ts';
import { ExportsButton } from '#client/features/exports/ExportsButton.tsx';
import { startExport } from '#client/features/exports/state/startExport.ts';
import { PreviewPanel } from '#client/features/insights/PreviewPanel.tsx';
import { readPreviewState } from '#client/lib/address/previewState.ts';
import type { PreviewState } from '#client/lib/address/previewState.ts';
import { useIsConnected, useUserId, useUserStore } from '#client/stores/userStore.ts';
import type { User } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { ExportActions } from './ExportActions.tsx';

const PreviewOfSelection = ({ selection }: { selection: PreviewState }) => {
  const { platform } = selection;
  const checkGrant = useGrantCheck();
  const isConnected = useIsConnected(platform);
  const { data: connections } = useConnections({ isWanted: !isConnected });
  const isLost = connections?.some((each) => each.platform === platform && each.state === 'reconnect') ?? false;
  return (
    <PreviewPanel
      selection={selection}
      isLost={isLost && !isConnected}
      onFailure={checkGrant}
      notConnected={<ConnectToSee platform={platform} what="insights" />}
      renderAction={(loaded) => (
        <ExportActions isEmpty={loaded.rows.length === 0} onExport={() => startExport({ platform, ...loaded })} />
      )}
    />
  );
};

const firstConnected = (user: User): PlatformId | null => platformIds.find((platform) => user[platform]) ?? null;

const NothingToPreview = () => {
  const connected = useUserStore(firstConnected);
  return (
    <>
      <PageHeader
        title="Preview"
        actions={
          <>
            <ExportsButton />
            <Button variant="primary" disabled>
              Export Google Sheet
            </Button>
          </>
        }
      />
      <Card className="p-0">
        <EmptyState
          title={messages.empty.table}
          description={
            connected === null
              ? 'Connect a platform and choose the ad accounts whose data you want to see.'
              : `${platformNames[connected]} is connected. Choose the ad accounts whose data you want to see.`
          }
          action={
            <div className="flex flex-wrap justify-center gap-2">
              {connected !== null && (
                <Link to={routes[connected].path} className={buttonStyles({ variant: 'primary' })}>
                  Choose {platformNames[connected]} accounts
                </Link>
              )}
              <Link to={routes.overview.path} className={buttonStyles({})}>
                Select your account
              </Link>
            </div>
          }
        />
      </Card>
    </>
  );
};

/** Uses the platform's default accounts for an address without a selection. */
const PreviewOfDefaults = ({ platform }: { platform: PlatformId }) => {
  const { data, error, isFetching, refetch } = useAdAccounts(platform);
  const { search } = useLocation();
  const userId = useUserId();
  const defaults = useUserStore((user) => user.defaultAccounts[platform]);
  useAccountsFailure(platform, error);
  if (data !== undefined) {
    const selected = data.map(({ id }) => id).filter((id) => defaults.includes(id));
    const selection: PreviewState = { accounts: data, selected, platform, userId };
    // Turns the defaults into a normal selection, which survives a reload.
    return selected.length === 0 ? <NothingToPreview /> : <Navigate to={{ search }} replace state={selection} />;
  }
  return (
    <>
      <PageHeader title="Preview" />
      {error ? (
        <AccountsFailure platform={platform} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <Spinner label="Loading ad accounts" className="min-h-60" />
      )}
    </>
  );
};

const firstWithDefaults = (user: User): PlatformId | null =>
  platformIds.find((platform) => user[platform] && user.defaultAccounts[platform].length > 0) ?? null;

/** The data of selected ad accounts: the selection of a Connect screen, else the default accounts. */
export const PreviewScreen = () => {
  const { state } = useLocation();
  const userId = useUserId();
  const handed = useMemo(() => readPreviewState(state, userId), [state, userId]);
  const platformOfDefaults = useUserStore(firstWithDefaults);
  // The key resets the screen for another platform. Other accounts and days of the same platform replace the rows in
  // place.
  if (handed !== null) return <PreviewOfSelection key={handed.platform} selection={handed} />;
  return platformOfDefaults === null ? <NothingToPreview /> : <PreviewOfDefaults platform={platformOfDefaults} />;
};
