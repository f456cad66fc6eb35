import { BookmarkPlus, Check, Link2, Pencil, Save, Star, StarOff, Trash2, Undo2, Users } from 'lucide-react';
import { Button } from '#client/components/buttons/Button.tsx';
import { menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { logError } from '#client/lib/log.ts';
import type { View } from '#shared/contracts/views.ts';
import { messages } from '#shared/messages.ts';
import type { SavedView } from './useViewAddress.ts';
import { placeOf } from './viewAddress.ts';

const copyLink = async ({ id }: View, { declared }: SavedView): Promise<void> => {
  const url = new URL(window.location.href);
  url.search = new URLSearchParams([...placeOf(url.searchParams, declared), ['view', id]]).toString();
  try {
    await navigator.clipboard.writeText(url.href);
    notify.success(messages.views.linkCopied);
  } catch (error) {
    logError('The link of a view could not be copied', error);
    notify.error(messages.views.linkNotCopied);
  }
};

const groupStyles = '-mx-1 mt-1 border-t border-hairline px-1 pt-1';

type ViewsMenuItemsProps = {
  saved: SavedView;
  screenTitle: string;
  onClose: () => void;
  /** Saves the shown state to the current view. */
  onSave: () => void;
  onSetDefault: (isDefault: boolean) => void;
  onOpen: (dialog: 'new' | 'change' | 'delete') => void;
};

/** The list of views, and the actions for the selected view. Loaded when the menu opens. */
export const ViewsMenuItems = ({ saved, screenTitle, onClose, onSave, onSetDefault, onOpen }: ViewsMenuItemsProps) => {
  const { view, views, isChanged, select, retry } = saved;
  const lines = [null, ...views];
  const act = (run: () => void) => (): void => {
    onClose();
    run();
  };
  return (
    <>
      <div className="max-h-72 overflow-y-auto">
        {lines.map((line) => (
          <button
            key={line?.id ?? 'all'}
            type="button"
            aria-pressed={line?.id === view?.id}
            className={menuItemStyles}
            onClick={act(() => select(line))}
          >
            <Check aria-hidden="true" className={line?.id === view?.id ? undefined : 'invisible'} />
            <span dir="auto" className="mr-auto min-w-0 truncate text-start">
              {line?.name ?? `All ${screenTitle.toLowerCase()}`}
              {line && !line.isOwn && <span className="text-muted"> by {line.ownerName}</span>}
            </span>
            {line?.isShared && (
              <>
                <Users aria-hidden="true" />
                <span className="sr-only">, shared</span>
              </>
            )}
            {line?.isDefault && (
              <>
                <Star aria-hidden="true" />
                <span className="sr-only">, default</span>
              </>
            )}
          </button>
        ))}
      </div>
      {retry && (
        <div className="flex items-center justify-between gap-2 py-1 pl-2.5 text-[13px] text-muted">
          {messages.views.loadFailed}
          <Button size="sm" onClick={retry}>
            Retry
          </Button>
        </div>
      )}
      <div className={groupStyles}>
        {view?.isOwn && isChanged && (
          <button type="button" className={menuItemStyles} onClick={act(onSave)}>
            <Save aria-hidden="true" />
            <span className="min-w-0 truncate">Save changes to {view.name}</span>
          </button>
        )}
        {view && isChanged && (
          <button type="button" className={menuItemStyles} onClick={act(() => select(view))}>
            <Undo2 aria-hidden="true" />
            Discard changes
          </button>
        )}
        <button type="button" className={menuItemStyles} onClick={act(() => onOpen('new'))}>
          <BookmarkPlus aria-hidden="true" />
          Save as a new view…
        </button>
      </div>
      {view && (
        <div className={groupStyles}>
          <button type="button" className={menuItemStyles} onClick={act(() => onSetDefault(!view.isDefault))}>
            {view.isDefault ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />}
            {view.isDefault ? `Do not open ${screenTitle} with it` : `Open ${screenTitle} with it`}
          </button>
          <button type="button" className={menuItemStyles} onClick={act(() => void copyLink(view, saved))}>
            <Link2 aria-hidden="true" />
            Copy link
          </button>
          {view.isOwn && (
            <>
              <button type="button" className={menuItemStyles} onClick={act(() => onOpen('change'))}>
                <Pencil aria-hidden="true" />
                Rename or share…
              </button>
              <button type="button" className={menuItemStyles} onClick={act(() => onOpen('delete'))}>
                <Trash2 aria-hidden="true" />
                Delete…
              </button>
            </>
          )}
        </div>
      )}
    </>
  );
};
