import { lazy, Suspense } from 'react';
import { Keyboard, LogOut, Settings } from 'lucide-react';
import { Link } from 'react-router-dom';
import { Kbd } from '#client/components/values/Kbd.tsx';
import { menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { OneLine } from '#client/components/values/OneLine.tsx';
import { cn } from '#client/lib/cn.ts';
import { signOut } from '#client/features/users/users.api.ts';
import { useUserStore } from '#client/stores/userStore.ts';
import { useWorkspace } from '#client/stores/workspaceStore.ts';
import { routes } from '#shared/routes.ts';

const WorkspaceChoice = lazy(async () => ({
  default: (await import('#client/features/workspaces/WorkspaceChoice.tsx')).WorkspaceChoice,
}));

type UserMenuPanelProps = { close: () => void; showShortcuts: () => void };

/** Who is signed in and where, and the way to the settings and out. */
export const UserMenuPanel = ({ close, showShortcuts }: UserMenuPanelProps) => {
  const name = useUserStore((user) => user.name);
  const email = useUserStore((user) => user.email);
  const workspace = useWorkspace();
  return (
    <>
      <div className="border-b border-hairline px-2.5 pt-1.5 pb-2.5">
        <OneLine className="font-medium">{name.trim() || 'User'}</OneLine>
        <p className="truncate text-[13px] text-muted">{email}</p>
        {workspace && workspace.members > 1 && workspace.workspaces === 1 && (
          <OneLine className="mt-1 text-[13px]">{workspace.name}</OneLine>
        )}
      </div>
      {workspace && workspace.workspaces > 1 && (
        <div className="border-b border-hairline py-1">
          <Suspense fallback={<div className="h-18" />}>
            <WorkspaceChoice />
          </Suspense>
        </div>
      )}
      <div className="grid pt-1">
        <Link to={routes.settings.path} onClick={close} className={menuItemStyles}>
          <Settings aria-hidden="true" />
          Settings
        </Link>
        <button
          type="button"
          aria-keyshortcuts="?"
          className={cn(menuItemStyles, 'pointer-coarse:hidden')}
          onClick={() => {
            close();
            showShortcuts();
          }}
        >
          <Keyboard aria-hidden="true" />
          Keyboard shortcuts
          <span className="ml-auto">
            <Kbd value="?" isHint />
          </span>
        </button>
        <button type="button" onClick={signOut} className={menuItemStyles}>
          <LogOut aria-hidden="true" />
          Logout
        </button>
      </div>
    </>
  );
};
