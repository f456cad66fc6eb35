import { ArrowRight } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { AccountsTable } from '#client/components/tables/AccountsTable.tsx';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import type { PreviewState } from '#client/lib/address/previewState.ts';
import { readUser } from '#client/stores/userStore.ts';
import { platformLooks } from '#client/platforms/platformLooks.ts';
import { platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';
import { AccountsFailure } from './AccountsFailure.tsx';
import { useAdAccounts } from '#client/features/connections/connections.api.ts';
import { saveDefaultAccounts } from './saveDefaultAccounts.ts';
import { useAccountsFailure } from './useAccountsFailure.ts';

/** Ad accounts of a connected platform: select some, save them as defaults or open their data. */
export const AdAccountsPanel = ({ platform }: { platform: PlatformId }) => {
  const navigate = useNavigate();
  const { data, isPending, isFetching, error, refetch } = useAdAccounts(platform);
  const accounts = data ?? [];
  useAccountsFailure(platform, error);
  // Starts with the defaults selected.
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(readUser().defaultAccounts[platform]));
  const [isSaving, setIsSaving] = useState(false);

  // A selected account may have left the list.
  const selected = accounts.map(({ id }) => id).filter((id) => chosen.has(id));
  const isNothingSelected = selected.length === 0;

  const handleSave = async (): Promise<void> => {
    setIsSaving(true);
    await saveDefaultAccounts(platform, selected);
    setIsSaving(false);
  };
  const handleNext = (): void => {
    const state: PreviewState = { accounts, selected, platform, userId: readUser()._id };
    void navigate(routes.preview.path, { state });
  };

  if (error && data === undefined)
    return <AccountsFailure platform={platform} error={error} onRetry={() => void refetch()} isRetrying={isFetching} />;
  return (
    <div className="grid grid-cols-1 gap-3">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <p aria-live="polite" className="text-[13px] text-muted tabular-nums">
          {accounts.length > 0 && `${selected.length} of ${accounts.length} selected`}
        </p>
        <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-1 max-sm:[&>*]:px-2.5">
          <Button onClick={() => void handleSave()} disabled={isNothingSelected} isBusy={isSaving}>
            set as Default
          </Button>
          <Button variant="primary" onClick={handleNext} disabled={isNothingSelected}>
            Next Data (Preview)
            <ArrowRight aria-hidden="true" className="size-4" />
          </Button>
        </div>
      </div>
      {isPending && !platformLooks[platform].accounts.isTableShownWhileLoading ? (
        <Card className="p-0">
          <Spinner label="Loading ad accounts" className="min-h-60" />
        </Card>
      ) : (
        <AccountsTable
          accounts={accounts}
          selected={new Set(selected)}
          onChange={setChosen}
          isLoading={isPending}
          isRefreshing={isFetching && !isPending}
          empty={
            <EmptyState
              title={platformLooks[platform].accounts.noneTitle}
              description={`This ${platformNames[platform]} login has no ad accounts that can be read.`}
            />
          }
        />
      )}
    </div>
  );
};
