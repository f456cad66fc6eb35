import { Bell, CircleAlert, CircleCheck, ExternalLink, TriangleAlert } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { EmptyState } from '#client/components/states/EmptyState.tsx';
import { ErrorPanel } from '#client/components/states/ErrorPanel.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { ScrollRegion } from '#client/components/tables/ScrollRegion.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { cn } from '#client/lib/cn.ts';
import { formatLongDateTime, formatRelative } from '#client/lib/format.ts';
import { Link } from 'react-router-dom';
import { webUrl } from '#client/lib/webUrl.ts';
import { messages } from '#shared/messages.ts';
import { describeNotification } from './describeNotification.ts';
import type { DescribedNotification } from './describeNotification.ts';
import type { NotificationRow } from './readStored.ts';
import { useNotifications } from './useNotifications.ts';

const signs = {
  success: { Icon: CircleCheck, className: 'text-success' },
  warning: { Icon: TriangleAlert, className: 'text-warning' },
  danger: { Icon: CircleAlert, className: 'text-danger' },
} as const;

const NotificationLink = ({
  link,
  onFollow,
}: {
  link: NonNullable<DescribedNotification['link']>;
  onFollow: () => void;
}) =>
  webUrl(link.to) !== null ? (
    <a
      href={link.to}
      target="_blank"
      rel="noopener noreferrer"
      className={cn(linkStyles, 'inline-flex items-center gap-1')}
    >
      {link.label}
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  ) : (
    <Link to={link.to} onClick={onFollow} className={linkStyles}>
      {link.label}
    </Link>
  );

const NotificationItem = ({ notification, close }: { notification: NotificationRow; close: () => void }) => {
  const described = notification.announced && describeNotification(notification.announced);
  if (!described) return null;
  const { tone, text, link } = described;
  const { Icon, className } = signs[tone];
  const isUnread = notification.readAt === null;
  return (
    <li className={cn('flex gap-2.5 border-t border-hairline px-4 py-2.5 first:border-t-0', isUnread && 'bg-hover/60')}>
      <Icon aria-hidden="true" className={cn('mt-0.5 size-4 shrink-0', className)} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className={cn('text-[13px] text-pretty break-words', isUnread && 'font-medium')}>
          {isUnread && <span className="sr-only">New: </span>}
          {text}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 text-xs text-muted">
          <time dateTime={notification.createdAt} title={formatLongDateTime(notification.createdAt)}>
            {formatRelative(notification.createdAt)}
          </time>
          {link && <NotificationLink link={link} onFollow={close} />}
        </p>
      </div>
    </li>
  );
};

const LoadingRows = () => (
  <ul aria-label="Loading" className="animate-appear">
    {[0, 1, 2].map((row) => (
      <li key={row} className="grid gap-2 border-t border-hairline px-4 py-3 first:border-t-0">
        <Skeleton className="w-56" />
        <Skeleton className="w-24" />
      </li>
    ))}
  </ul>
);

/** Notifications, newest first. Opening the panel marks them as read. */
export const NotificationsPanel = ({ close }: { close: () => void }) => {
  const { rows, error, hasOlder, isLoadingOlder, retry, loadOlder } = useNotifications();
  return (
    <div className="flex max-h-[min(30rem,calc(100dvh-5rem))] flex-col">
      <h2 className="border-b border-hairline px-4 py-2.5 font-semibold">Notifications</h2>
      <ScrollRegion label="List of notifications" className="min-h-0 overflow-y-auto rounded-b-lg">
        {error !== null && <ErrorPanel message={error} onRetry={retry} />}
        {error === null && rows === undefined && <LoadingRows />}
        {rows?.length === 0 && (
          <EmptyState
            icon={<Bell />}
            title={messages.notifications.none}
            description="Here you find how your exports ended, and what your connections and sheets need."
          />
        )}
        {rows !== undefined && rows.length > 0 && (
          <ul>
            {rows.map((notification) => (
              <NotificationItem key={notification.id} notification={notification} close={close} />
            ))}
          </ul>
        )}
        {hasOlder && (
          <div className="border-t border-hairline p-2">
            <Button variant="ghost" size="sm" isWide isBusy={isLoadingOlder} onClick={loadOlder}>
              Show older
            </Button>
          </div>
        )}
      </ScrollRegion>
    </div>
  );
};
