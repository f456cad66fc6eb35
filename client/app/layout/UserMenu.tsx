import { Suspense } from 'react';
import { Menu } from '#client/components/overlays/Menu.tsx';
import { useLoadAhead } from '#client/lib/hooks/useLoadAhead.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { useUserStore } from '#client/stores/userStore.ts';

const load = async () => (await import('./UserMenuPanel.tsx')).UserMenuPanel;
const UserMenuPanel = lazyScreen(load);

/** Name, else e-mail address, else `User`. */
export const useDisplayName = (): string => useUserStore(({ name, email }) => name.trim() || email || 'User');

export const UserMenu = ({ showShortcuts }: { showShortcuts: () => void }) => {
  const displayName = useDisplayName();
  useLoadAhead(load);
  return (
    <Menu
      label="User menu"
      trigger={displayName.slice(0, 1).toUpperCase()}
      triggerClassName="grid size-8 place-items-center rounded-full bg-accent text-[13px] font-semibold text-on-accent transition-colors hover:bg-accent-hover pointer-coarse:size-11"
      className="w-60"
    >
      {(close) => (
        <Suspense fallback={<div className="h-44" />}>
          <UserMenuPanel close={close} showShortcuts={showShortcuts} />
        </Suspense>
      )}
    </Menu>
  );
};
