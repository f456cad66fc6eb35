import { Menu as MenuIcon } from 'lucide-react';
import { Badge } from '#client/components/values/Badge.tsx';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { NotificationsMenu } from '#client/features/notifications/NotificationsMenu.tsx';
import { clientConfig } from '#client/lib/config.ts';
import { ConnectionAlert } from './ConnectionAlert.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { useDisplayName, UserMenu } from './UserMenu.tsx';

type HeaderProps = { isPhone: boolean; isDrawerOpen: boolean; openDrawer: () => void; showShortcuts: () => void };

export const Header = ({ isPhone, isDrawerOpen, openDrawer, showShortcuts }: HeaderProps) => {
  const displayName = useDisplayName();
  return (
    <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-b border-hairline bg-surface px-4 md:px-6">
      {isPhone && (
        <IconButton
          label="Open sidebar"
          icon={<MenuIcon />}
          aria-expanded={isDrawerOpen}
          aria-controls="sidebar"
          onClick={openDrawer}
          className="-ml-2"
        />
      )}
      <p className="flex min-w-0 gap-1 text-muted">
        Hello,{' '}
        <span dir="auto" className="truncate font-medium text-fg">
          {displayName}
        </span>
      </p>
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
        <ConnectionAlert />
        {clientConfig().isSandbox && (
          <Badge tone="warning" title="Google, Facebook and TikTok are simulated by the sandbox">
            Sandbox
          </Badge>
        )}
        <NotificationsMenu />
        <ThemeMenu />
        <UserMenu showShortcuts={showShortcuts} />
      </div>
    </header>
  );
};
