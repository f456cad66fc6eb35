import { PanelLeftClose, PanelLeftOpen, X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { Kbd } from '#client/components/values/Kbd.tsx';
import { Tooltip } from '#client/components/overlays/Tooltip.tsx';
import { LogoMark } from '#client/components/marks/LogoMark.tsx';
import { cn } from '#client/lib/cn.ts';
import { Link } from 'react-router-dom';
import { clientConfig } from '#client/lib/config.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useHasConnection } from '#client/stores/userStore.ts';
import { routes } from '#shared/routes.ts';
import { NavItem, navItemStyles } from './NavItem.tsx';
import { homePath, navEntries } from './navigation.ts';
import { SandboxBadge } from './SandboxBadge.tsx';
import { OverviewGroup } from './OverviewGroup.tsx';

const FindingsCount = lazyScreen(async () => (await import('#client/features/findings/elsewhere.ts')).FindingsCount);

type SidebarProps = {
  /** On phones the sidebar is a drawer that opens from the left. */
  isPhone: boolean;
  isDrawerOpen: boolean;
  closeDrawer: () => void;
  isCollapsed: boolean;
  onToggle: () => void;
};

/** 256 px wide, 64 px when collapsed, a drawer on phones. */
export const Sidebar = ({ isPhone, isDrawerOpen, closeDrawer, isCollapsed, onToggle }: SidebarProps) => {
  const isNarrow = isCollapsed && !isPhone;
  const hasConnection = useHasConnection();
  const aside = useRef<HTMLElement>(null);

  useEffect(() => {
    if (isDrawerOpen) aside.current?.querySelector<HTMLElement>('[data-drawer-close]')?.focus();
  }, [isDrawerOpen]);

  return (
    <aside
      ref={aside}
      id="sidebar"
      aria-label="Sidebar"
      inert={isPhone && !isDrawerOpen}
      className={cn(
        'flex h-dvh shrink-0 flex-col border-r border-hairline bg-surface',
        isPhone
          ? 'fixed inset-y-0 left-0 z-40 w-64 max-w-[85vw] transition-[translate,visibility] duration-200 ease-out'
          : 'sticky top-0 transition-[width] duration-150 ease-out',
        isPhone && !isDrawerOpen && 'invisible -translate-x-full',
        !isPhone && (isNarrow ? 'w-16' : 'w-64'),
      )}
    >
      <div
        className={cn(
          'flex h-14 shrink-0 items-center border-b border-hairline',
          isNarrow ? 'justify-center' : 'pr-2 pl-4',
        )}
      >
        <Tooltip text="Leadlight" isActive={isNarrow}>
          <Link
            to={homePath}
            onClick={closeDrawer}
            className="flex items-center gap-2.5 rounded-md text-[15px] font-semibold tracking-tight pointer-coarse:h-11"
          >
            <LogoMark className="size-7 shrink-0" />
            <span className={isNarrow ? 'sr-only' : undefined}>Leadlight</span>
          </Link>
        </Tooltip>
        {isPhone && clientConfig().isSandbox && (
          <span className="ml-3 sm:hidden">
            <SandboxBadge />
          </span>
        )}
        {isPhone && (
          <IconButton
            label="Close sidebar"
            icon={<X />}
            data-drawer-close=""
            onClick={closeDrawer}
            className="ml-auto"
          />
        )}
      </div>
      <nav aria-label="Main" className="min-h-0 flex-1 overflow-x-hidden overflow-y-auto p-3">
        <ul className="grid gap-0.5">
          <OverviewGroup isNarrow={isNarrow} onFollow={closeDrawer} />
          {navEntries.map(({ href, label, Icon }) => (
            <NavItem
              key={href}
              href={href}
              label={label}
              icon={<Icon aria-hidden="true" />}
              badge={
                hasConnection &&
                href === routes.aiInsights.path && (
                  <Suspense>
                    <FindingsCount isNarrow={isNarrow} />
                  </Suspense>
                )
              }
              isNarrow={isNarrow}
              onFollow={closeDrawer}
            />
          ))}
        </ul>
      </nav>
      {!isPhone && (
        <div className="shrink-0 border-t border-hairline p-3">
          <Tooltip text="Expand sidebar" shortcut="[" isActive={isNarrow}>
            <button
              type="button"
              aria-expanded={!isNarrow}
              aria-controls="sidebar"
              aria-keyshortcuts="["
              onClick={onToggle}
              className={navItemStyles(isNarrow, false)}
            >
              {isNarrow ? <PanelLeftOpen aria-hidden="true" /> : <PanelLeftClose aria-hidden="true" />}
              <span className={isNarrow ? 'sr-only' : undefined}>
                {isNarrow ? 'Expand sidebar' : 'Collapse sidebar'}
              </span>
              {!isNarrow && (
                <span className="ml-auto pointer-coarse:hidden">
                  <Kbd value="[" isHint />
                </span>
              )}
            </button>
          </Tooltip>
        </div>
      )}
    </aside>
  );
};
