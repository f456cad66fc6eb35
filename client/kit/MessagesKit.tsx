import { Import } from 'lucide-react';
import { Badge } from '#client/components/values/Badge.tsx';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { SettingRow } from '#client/components/layout/SettingRow.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { noLeadsMatch, noSuchPage, notLoaded } from '#client/components/states/emptyReasons.tsx';
import { FailingAccounts } from '#client/components/states/FailingAccounts.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { Banner } from '#client/components/states/Banner.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { ProgressBar } from '#client/components/states/ProgressBar.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { SpinnerMark } from '#client/components/states/SpinnerMark.tsx';
import { OfflineState } from '#client/components/states/OfflineState.tsx';
import { ListBanner } from '#client/components/states/ListBanner.tsx';
import { StatusDot } from '#client/components/values/StatusDot.tsx';
import { messages } from '#shared/messages.ts';
import { KitState, WideKitState } from './KitSection.tsx';

const tones = ['neutral', 'success', 'warning', 'danger'] as const;
const openSheet = { label: messages.exports.openSheet, onClick: () => undefined };
const bar = <ProgressBar label="Rows written" value={3} max={8} text="3 of 8 rows" className="mt-2" />;

export const MessagesKit = () => (
  <>
    <KitState name="Toasts">
      <Button onClick={() => notify.success(messages.profile.updated)}>Success</Button>
      <Button onClick={() => notify.error(messages.profile.failed)}>Error</Button>
      <Button onClick={() => notify.info(messages.exports.started)}>Information</Button>
      <Button onClick={() => notify.success(messages.exports.done(3), { action: openSheet })}>With a button</Button>
      <Button onClick={() => notify.progress(messages.exports.started, bar)}>With a bar</Button>
    </KitState>
    <WideKitState name="Banners">
      <div className="grid gap-2">
        <Banner>Google asks for your permission again on Dec 1, 2026.</Banner>
        <Banner tone="warning">{messages.exports.accountsUnread(2)}</Banner>
        <ListBanner
          query={{ isError: true, isFetching: false, refetch: () => Promise.reject(new Error('offline')) }}
          hasRows
        />
        <FailingAccounts
          accounts={[
            {
              platform: 'tiktok',
              accountId: '7000000000000000001',
              name: 'Autumn',
              state: 'failing',
              problem: messages.server.apiAway,
              readAt: '2026-11-21T08:49:14.000Z',
            },
          ]}
          consequence="Its last stored figures are shown."
        />
      </div>
    </WideKitState>
    <WideKitState name="Progress: begun, under way, without a known end">
      <div className="grid max-w-xs gap-4">
        <ProgressBar label="Begun" value={0} max={8} text="0 of 8" />
        <ProgressBar label="Under way" value={3} max={8} text="3 of 8" />
        <ProgressBar label="Without a known end" value={0} max={null} text="Getting ready…" />
      </div>
    </WideKitState>
    <KitState name="Badges">
      {tones.map((tone) => (
        <Badge key={tone} tone={tone}>
          {tone}
        </Badge>
      ))}
    </KitState>
    <KitState name="States">
      {tones.map((tone) => (
        <StatusDot key={tone} tone={tone}>
          {tone}
        </StatusDot>
      ))}
    </KitState>
    <div className="grid gap-4 md:grid-cols-2">
      <WideKitState name="Empty">
        <Card>
          <EmptyState title={messages.empty.sheets} action={<Button variant="primary">Create First Sheet</Button>} />
        </Card>
      </WideKitState>
      <WideKitState name="Empty, with a reason and an icon">
        <Card>
          <EmptyState
            icon={<Import />}
            title={messages.empty.leads}
            description="Import a CSV file or a Google Sheet to begin."
          />
        </Card>
      </WideKitState>
      <WideKitState name="Empty, for want of an answer, a page or a match">
        <Card>
          <OfflineState />
          <EmptyState title={messages.empty.leads} {...notLoaded(() => undefined, false)} />
          <EmptyState title={messages.empty.leads} {...noSuchPage(7, () => undefined)} />
          <EmptyState title={messages.empty.leads} {...noLeadsMatch('harbour', () => undefined)} />
        </Card>
      </WideKitState>
      <WideKitState name="A setting">
        <Card>
          <SettingRow
            title="First response"
            text="How soon, and in which hours."
            label="Set Goal"
            onClick={() => undefined}
          />
        </Card>
      </WideKitState>
      <WideKitState name="Failed">
        <ErrorPanel message={messages.server.unexpected} onRetry={() => undefined} />
      </WideKitState>
      <WideKitState name="Failed, trying again">
        <ErrorPanel message={messages.server.apiAway} onRetry={() => undefined} isRetrying />
      </WideKitState>
      <WideKitState name="Skeleton">
        <Card className="grid gap-3">
          <Skeleton className="w-40" />
          <Skeleton className="w-64" />
          <Skeleton className="w-24" />
        </Card>
      </WideKitState>
      <WideKitState name="Spinner">
        <Card>
          <Spinner />
        </Card>
      </WideKitState>
    </div>
    <KitState name="Spinner without words">
      <SpinnerMark className="size-4" />
      <SpinnerMark className="size-6 text-muted" />
    </KitState>
  </>
);
