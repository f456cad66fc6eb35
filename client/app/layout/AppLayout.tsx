import { Suspense, useEffect, useRef, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router-dom';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { useNotificationsStore } from '#client/features/notifications/notificationsStore.ts';
import { entering, navigation } from '#client/lib/address/navigation.ts';
import { TitlePlace } from '#client/lib/TitlePlace.ts';
import { useLoadAhead } from '#client/lib/hooks/useLoadAhead.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useIsPhone, useMediaQuery } from '#client/lib/hooks/useMediaQuery.ts';
import { useSocketStore } from '#client/stores/socketStore.ts';
import { setMobileSidebarOpen, toggleSidebar, useUiStore } from '#client/stores/uiStore.ts';
import { useUserId } from '#client/stores/userStore.ts';
import { ErrorBoundary } from '../ErrorBoundary.tsx';
import { useShortcuts } from '../shortcuts/useShortcuts.ts';
import { Footer } from './Footer.tsx';
import { OfflineStrip } from './OfflineStrip.tsx';
import { navTargets } from './navigation.ts';
import { Header } from './Header.tsx';
import { Sidebar } from './Sidebar.tsx';
import { useDrawer } from './useDrawer.ts';

const ConnectionsAtRisk = lazyScreen(
  async () => (await import('#client/features/connections/ConnectionsAtRisk.tsx')).ConnectionsAtRisk,
);
const loadPalette = async () => (await import('../palette/CommandPalette.tsx')).CommandPalette;
const CommandPalette = lazyScreen(loadPalette);
const ShortcutsDialog = lazyScreen(async () => (await import('../shortcuts/ShortcutsDialog.tsx')).ShortcutsDialog);

/** Scrolls each new screen to its top and moves the focus to it. */
const useFocusOnNavigation = () => {
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    window.scrollTo(0, 0);
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
};

/** On tablets the sidebar starts collapsed. Elsewhere the last choice counts. */
const useSidebarWidth = (): { isCollapsed: boolean; onToggle: () => void } => {
  const isCollapsed = useUiStore((ui) => ui.isSidebarCollapsed);
  const isTablet = useMediaQuery('not all and (min-width: 64rem)');
  const [isWideOnTablet, setIsWideOnTablet] = useState(false);
  return isTablet
    ? { isCollapsed: !isWideOnTablet, onToggle: () => setIsWideOnTablet(!isWideOnTablet) }
    : { isCollapsed, onToggle: toggleSidebar };
};

export const AppLayout = () => {
  const userId = useUserId();
  const connectionStatus = useSocketStore((socket) => socket.connectionStatus);
  const isAtRisk = useNotificationsStore(({ atRisk }) => atRisk.length > 0);
  const isPhone = useIsPhone();
  const isDrawerOpen = useUiStore((ui) => ui.isMobileSidebarOpen) && isPhone;
  const main = useFocusOnNavigation();
  const { pathname } = useLocation();
  const closeDrawer = useDrawer(isDrawerOpen);
  const sidebar = useSidebarWidth();
  const [isHelpOpen, setIsHelpOpen] = useState(false);
  const [isSearching, setIsSearching] = useState(false);
  useLoadAhead(loadPalette);
  const [titlePlace, setTitlePlace] = useState<HTMLElement | null>(null);
  const showHelp = (): void => setIsHelpOpen(true);
  const search = (): void => setIsSearching(true);
  const navigate = useNavigate();
  useEffect(() => {
    navigation.open = (path) => void navigate(path);
  }, [navigate]);
  useShortcuts({
    goTo: (path) => void navigate(path, { state: entering }),
    // The drawer cannot be collapsed.
    toggleSidebar: isPhone ? () => undefined : sidebar.onToggle,
    showHelp,
    search,
  });

  return (
    <div data-socket-status={connectionStatus} className="flex min-h-dvh">
      <a
        href="#main"
        inert={isDrawerOpen}
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-3 py-2 text-on-accent focus:translate-y-0"
        onClick={(event) => {
          event.preventDefault();
          main.current?.focus();
        }}
      >
        Skip to content
      </a>
      <Sidebar isPhone={isPhone} isDrawerOpen={isDrawerOpen} closeDrawer={closeDrawer} {...sidebar} />
      {isDrawerOpen && (
        <div aria-hidden="true" data-backdrop="" onClick={closeDrawer} className="fixed inset-0 z-30 bg-black/50" />
      )}
      <div inert={isDrawerOpen} className="flex min-w-0 flex-1 flex-col">
        <Header
          isPhone={isPhone}
          isDrawerOpen={isDrawerOpen}
          openDrawer={() => setMobileSidebarOpen(true)}
          showShortcuts={showHelp}
          search={search}
          onTitlePlace={setTitlePlace}
        />
        <OfflineStrip />
        {isAtRisk && (
          <Suspense>
            <ConnectionsAtRisk />
          </Suspense>
        )}
        {/* The key resets all screens when another tab signs in another person. `isolate` keeps screens below
            the header's menus. */}
        <main
          key={userId}
          ref={main}
          id="main"
          tabIndex={-1}
          className="isolate flex-1 p-3 outline-none sm:p-4 md:p-6 [@media(height<30rem)]:py-2"
        >
          <ErrorBoundary resetKey={pathname}>
            <TitlePlace value={titlePlace}>
              <Suspense fallback={<Spinner className="min-h-60" />}>
                <Outlet />
              </Suspense>
            </TitlePlace>
          </ErrorBoundary>
        </main>
        <Footer />
      </div>
      {isSearching && (
        <Suspense>
          <CommandPalette screens={navTargets} showShortcuts={showHelp} onClose={() => setIsSearching(false)} />
        </Suspense>
      )}
      {isHelpOpen && (
        <Suspense>
          <ShortcutsDialog onClose={() => setIsHelpOpen(false)} />
        </Suspense>
      )}
    </div>
  );
};
