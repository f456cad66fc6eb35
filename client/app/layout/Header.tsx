import { Menu as MenuIcon, Search } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { Kbd } from '#client/components/values/Kbd.tsx';
import { NotificationsMenu } from '#client/features/notifications/NotificationsMenu.tsx';
import { useIsCompact, useIsNarrow } from '#client/lib/hooks/useMediaQuery.ts';
import { clientConfig } from '#client/lib/config.ts';
import { ConnectionAlert } from './ConnectionAlert.tsx';
import { SandboxBadge } from './SandboxBadge.tsx';
import { ThemeMenu } from './ThemeMenu.tsx';
import { useDisplayName, UserMenu } from './UserMenu.tsx';

type HeaderProps = {
  isPhone: boolean;
  isDrawerOpen: boolean;
  openDrawer: () => void;
  showShortcuts: () => void;
  /** Opens the search for everything. */
  search: () => void;
  /** Receives the element for the title of the screen, where the bar has it instead of the greeting. */
  onTitlePlace: (place: HTMLElement | null) => void;
};

export const Header = ({ isPhone, isDrawerOpen, openDrawer, showShortcuts, search, onTitlePlace }: HeaderProps) => {
  const displayName = useDisplayName();
  const isCompact = useIsCompact();
  const isNarrow = useIsNarrow();
  return (
    <header className="sticky top-0 z-20 flex h-14 shrink-0 items-center gap-2 border-b border-hairline bg-surface px-4 max-sm:gap-1 max-sm:px-3 md:px-6 [@media(height<30rem)]:h-11">
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
      {isCompact ? (
        <div ref={onTitlePlace} className="min-w-0" />
      ) : (
        <p className="flex min-w-0 gap-1 text-muted">
          Hello,{' '}
          <span dir="auto" className="truncate font-medium text-fg">
            {displayName}
          </span>
        </p>
      )}
      <div className="ml-auto flex shrink-0 items-center gap-1 sm:gap-2">
        {isCompact ? (
          <IconButton label="Search everything" icon={<Search />} onClick={search} />
        ) : (
          <Button
            icon={<Search />}
            aria-keyshortcuts="Control+K"
            onClick={search}
            className="min-w-56 px-2.5 text-muted"
          >
            Search everything
            <span className="ml-auto">
              <Kbd value="Ctrl K" isHint />
            </span>
          </Button>
        )}
        <ConnectionAlert />
        {clientConfig().isSandbox && !isNarrow && <SandboxBadge />}
        <NotificationsMenu />
        <ThemeMenu />
        <UserMenu showShortcuts={showShortcuts} />
      </div>
    </header>
  );
};
