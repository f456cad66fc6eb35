import { Bell } from 'lucide-react';
import { Suspense } from 'react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Menu } from '#client/components/overlays/Menu.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useNotificationsStore } from './notificationsStore.ts';

const NotificationsPanel = lazyScreen(async () => (await import('./NotificationsPanel.tsx')).NotificationsPanel);

/** The bell with the unread count. Loads the list on opening. */
export const NotificationsMenu = () => {
  const unread = useNotificationsStore((notifications) => notifications.unread);
  const count = unread > 9 ? '9+' : String(unread);
  return (
    <Menu
      label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
      trigger={
        <>
          <Bell aria-hidden="true" className="size-[18px]" />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="absolute top-0.5 right-0.5 min-w-4 rounded-full bg-accent px-1 text-center text-[10px] leading-4 font-semibold text-on-accent tabular-nums"
            >
              {count}
            </span>
          )}
        </>
      }
      triggerClassName={buttonStyles({ variant: 'ghost', size: 'icon' })}
      // On phones the list spans the window, because the header has no room below the bell.
      className="w-96 p-0! max-sm:fixed max-sm:inset-x-2 max-sm:top-14 max-sm:mt-1 max-sm:w-auto"
    >
      {(close) => (
        <Suspense fallback={<div className="h-40" />}>
          <NotificationsPanel close={close} />
        </Suspense>
      )}
    </Menu>
  );
};
