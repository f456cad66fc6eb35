import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttonStyles.ts';
import { Button } from '#client/components/Button.tsx';
import { Card } from '#client/components/Card.tsx';
import { EmptyState } from '#client/components/EmptyState.tsx';
import { ErrorPanel } from '#client/components/ErrorPanel.tsx';
import { PageHeader } from '#client/components/PageHeader.tsx';
import { Spinner } from '#client/components/Spinner.tsx';
import { useAdAccounts } from '#client/features/connections/connections.api.ts';
import { useAccountsFailure } from '#client/features/connections/useAccountsFailure.ts';
import { startExport } from '#client/features/exports/startExport.ts';
import { PreviewPanel } from '#client/features/insights/PreviewPanel.tsx';
import { messageOf } from '#client/lib/ApiError.ts';
import { readPreviewState } from '#client/lib/previewState.ts';
import { useUserId, useUserStore } from '#client/stores/userStore.ts';
import type { AdAccount } from '#shared/contracts/adAccounts.ts';
import type { User } from '#shared/contracts/users.ts';
import { messages } from '#shared/messages.ts';
import { platformIds } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { ExportActions } from './ExportActions.tsx';

type SelectionProps = { platform: PlatformId; accounts: readonly AdAccount[]; selectedIds: readonly string[] };

const PreviewOfSelection = ({ platform, accounts, selectedIds }: SelectionProps) => (
  <PreviewPanel
    platform={platform}
    accounts={accounts}
    selectedIds={selectedIds}
    renderAction={(loaded) => (
      <ExportActions isEmpty={loaded.rows.length === 0} onExport={() => startExport({ platform, ...loaded })} />
    )}
  />
);

const NothingToPreview = () => (
  <>
    <PageHeader
      title="Preview"
      actions={
        <Button variant="primary" disabled>
          Export Google Sheet
        </Button>
      }
    />
    <Card className="p-0">
      <EmptyState
        title={messages.empty.table}
        description="Connect a platform and choose the ad accounts whose data you want to see."
        action={
          <Link to={routes.overview.path} className={buttonStyles({})}>
            Select your account
          </Link>
        }
      />
    </Card>
  </>
);

/** The default accounts of a platform, for an address that was typed rather than come to. */
const PreviewOfDefaults = ({ platform }: { platform: PlatformId }) => {
  const { data, error, isFetching, refetch } = useAdAccounts(platform);
  const defaults = useUserStore((user) => user.defaultAccounts[platform]);
  // The rows on screen stay what they were when the list or the defaults change behind them.
  const [first, setFirst] = useState<readonly AdAccount[] | null>(null);
  useAccountsFailure(platform, error);
  if (first === null && data !== undefined) setFirst(data);
  if (first !== null) {
    const listed = first.map(({ id }) => id).filter((id) => defaults.includes(id));
    return listed.length === 0 ? (
      <NothingToPreview />
    ) : (
      <PreviewOfSelection platform={platform} accounts={first} selectedIds={listed} />
    );
  }
  return (
    <>
      <PageHeader title="Preview" />
      {error ? (
        <ErrorPanel
          message={messageOf(error, messages.platform.accountsFailed[platform])}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : (
        <Spinner label="Loading ad accounts" className="min-h-60" />
      )}
    </>
  );
};

const firstWithDefaults = (user: User): PlatformId | null =>
  platformIds.find((platform) => user[platform] && user.defaultAccounts[platform].length > 0) ?? null;

const PreviewWithoutState = () => {
  const candidate = useUserStore(firstWithDefaults);
  // Once there is one it stays: granting Google for an export must not change what is looked at.
  const [platform, setPlatform] = useState(candidate);
  if (platform === null && candidate !== null) setPlatform(candidate);
  return platform === null ? <NothingToPreview /> : <PreviewOfDefaults platform={platform} />;
};

/** The data of chosen ad accounts: those that a Connect screen hands over, else the person's defaults. */
export const PreviewScreen = () => {
  const { key, state } = useLocation();
  const userId = useUserId();
  const handed = readPreviewState(state, userId);
  if (handed === null) return <PreviewWithoutState key={key} />;
  const { platform, accounts, selected } = handed;
  // Each navigation brings a selection of its own and starts at page 1.
  return (
    <PreviewOfSelection key={`${key} ${platform}`} platform={platform} accounts={accounts} selectedIds={selected} />
  );
};
