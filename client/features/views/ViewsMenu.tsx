import { Bookmark, ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { ConfirmDialog } from '#client/components/overlays/ConfirmDialog.tsx';
import { Menu } from '#client/components/overlays/Menu.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { messages } from '#shared/messages.ts';
import type { SavedView } from './useViewAddress.ts';
import { savedOf } from './viewAddress.ts';
import { useChangeView, useDeleteView } from './views.api.ts';

const ViewDialog = lazyScreen(async () => (await import('./ViewDialog.tsx')).ViewDialog);

const ViewsMenuItems = lazyScreen(async () => (await import('./ViewsMenuItems.tsx')).ViewsMenuItems);

type Open = 'new' | 'change' | 'delete' | null;

/** The saved views of a screen: select, save, change, share and delete. */
export const ViewsMenu = ({ saved, screenTitle }: { saved: SavedView; screenTitle: string }) => {
  const { view, isChanged, params, select, declared } = saved;
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const changing = useChangeView(close);
  const deleting = useDeleteView(() => {
    close();
    select(null);
  });
  const shown = savedOf(params, declared);
  const update = (change: { query?: string; isDefault?: boolean }): void => {
    if (!view) return;
    changing.mutate(
      { id: view.id, ...change },
      {
        onSuccess: ({ data }) => {
          if (change.query !== undefined) select(data);
        },
        onError: (error) => notify.failure(error, messages.views.failed),
      },
    );
  };
  const name = view?.name ?? `All ${screenTitle.toLowerCase()}`;

  return (
    <>
      <Menu
        label={`View: ${name}${isChanged ? ', changed' : ''}`}
        triggerClassName={buttonStyles({})}
        className="left-0 w-72 max-w-[calc(100vw-2rem)]"
        trigger={
          <>
            <Bookmark aria-hidden="true" className="-ml-0.5 size-4" />
            <span dir="auto" className="max-w-40 truncate">
              {name}
            </span>
            {isChanged && <span className="size-1.5 shrink-0 rounded-full bg-accent" />}
            <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-muted" />
          </>
        }
      >
        {(closeMenu) => (
          <Suspense fallback={<div className="h-36" />}>
            <ViewsMenuItems
              saved={saved}
              screenTitle={screenTitle}
              onClose={closeMenu}
              onSave={() => update({ query: shown.toString() })}
              onSetDefault={(isDefault) => update({ isDefault })}
              onOpen={setOpen}
            />
          </Suspense>
        )}
      </Menu>
      {(open === 'new' || (open === 'change' && view)) && (
        <Suspense>
          <ViewDialog
            screen={saved.screen}
            screenTitle={screenTitle}
            view={open === 'change' ? view : null}
            shown={shown}
            hasPeriod={'period' in declared}
            onClose={close}
            onSaved={(made) => {
              close();
              select(made);
            }}
          />
        </Suspense>
      )}
      {open === 'delete' && view && (
        <ConfirmDialog
          title="Delete view"
          confirmLabel="Delete view"
          isBusy={deleting.isPending}
          onCancel={close}
          onConfirm={() => deleting.mutate(view.id)}
        >
          <p>
            Delete the view <span className="font-medium">{view.name}</span>?
            {view.isShared && ' Nobody in the workspace will have it any longer.'}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
};
