import { Check } from 'lucide-react';
import { menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { Skeleton } from '#client/components/states/Skeleton.tsx';
import { messageOf } from '#client/lib/api/ApiError.ts';
import { messages } from '#shared/messages.ts';
import { roleWords } from './roleWords.ts';
import { useEnterWorkspace, useWorkspaces } from './workspaces.api.ts';

/** The person's workspaces. A click switches to another workspace. `hasRoles` shows the person's role in each. */
export const WorkspaceChoice = ({ hasRoles = false }: { hasRoles?: boolean }) => {
  const { data, error, refetch } = useWorkspaces();
  const { mutate, isPending } = useEnterWorkspace();
  if (error && data === undefined)
    return (
      <button type="button" onClick={() => void refetch()} className={menuItemStyles}>
        <span className="min-w-0 flex-1 truncate">{messageOf(error, messages.workspaces.loadFailed)}</span>
        <span className="text-muted">Retry</span>
      </button>
    );
  if (data === undefined) return <Skeleton className="m-2.5 w-32" />;
  return (
    <ul aria-label="Workspaces" className="max-h-60 overflow-y-auto">
      {data.map(({ id, name, role, isCurrent }) => (
        <li key={id}>
          <button
            type="button"
            aria-current={isCurrent || undefined}
            disabled={isPending}
            onClick={() => {
              if (!isCurrent) mutate(id);
            }}
            className={menuItemStyles}
          >
            <span dir="auto" className="mr-auto min-w-0 truncate text-start">
              {name}
            </span>
            {hasRoles && <span className="text-[13px] text-muted">{roleWords[role]}</span>}
            {isCurrent ? <Check aria-hidden="true" /> : <span className="w-4" />}
          </button>
        </li>
      ))}
    </ul>
  );
};
