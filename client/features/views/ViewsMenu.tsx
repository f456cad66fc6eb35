import {
  Bookmark,
  BookmarkPlus,
  Check,
  ChevronDown,
  Link2,
  Pencil,
  Save,
  Star,
  StarOff,
  Trash2,
  Undo2,
  Users,
} from 'lucide-react';
import { Suspense, useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { ConfirmDialog } from '#client/components/overlays/ConfirmDialog.tsx';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { notify } from '#client/components/toasts/notify.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { logError } from '#client/lib/log.ts';
import type { View } from '#shared/contracts/views.ts';
import { messages } from '#shared/messages.ts';
import type { ViewParams } from './useViewParams.ts';
import { paramsOf, toViewQuery } from './viewAddress.ts';
import { useChangeView, useDeleteView } from './views.api.ts';

const ViewDialog = lazyScreen(async () => (await import('./ViewDialog.tsx')).ViewDialog);

const copyLink = async ({ id }: View, place: readonly string[]): Promise<void> => {
  const url = new URL(window.location.href);
  url.search = new URLSearchParams([...paramsOf(url.searchParams, place), ['view', id]]).toString();
  try {
    await navigator.clipboard.writeText(url.href);
    notify.success(messages.views.linkCopied);
  } catch (error) {
    logError('The link of a view could not be copied', error);
    notify.error(messages.views.linkNotCopied);
  }
};

const groupStyles = '-mx-1 mt-1 border-t border-hairline px-1 pt-1';

type Open = 'new' | 'change' | 'delete' | null;

/** The saved views of a screen: choose one, save what is shown, change, share and delete. */
export const ViewsMenu = ({ saved, screenTitle }: { saved: ViewParams; screenTitle: string }) => {
  const { view, views, isChanged, params, select, momentary, place, retry } = saved;
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const changing = useChangeView(close);
  const deleting = useDeleteView(() => {
    close();
    select(null);
  });
  const shown = toViewQuery(params, momentary);
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
  const lines = [null, ...views];

  return (
    <>
      <Menu
        label={`View: ${name}${isChanged ? ', changed' : ''}`}
        triggerClassName={buttonStyles({})}
        className="left-0 w-72 max-w-[calc(100vw-2rem)]"
        trigger={
          <>
            <Bookmark aria-hidden="true" className="-ml-0.5 size-4" />
            <span className="max-w-40 truncate">{name}</span>
            {isChanged && <span className="size-1.5 shrink-0 rounded-full bg-accent" />}
            <ChevronDown aria-hidden="true" className="-mr-1 size-4 text-muted" />
          </>
        }
      >
        {(closeMenu) => {
          const act = (run: () => void) => (): void => {
            closeMenu();
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
                    <span className="min-w-0 flex-1 truncate">
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
                  <button
                    type="button"
                    className={menuItemStyles}
                    onClick={act(() => update({ query: shown.toString() }))}
                  >
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
                <button type="button" className={menuItemStyles} onClick={act(() => setOpen('new'))}>
                  <BookmarkPlus aria-hidden="true" />
                  Save as a new view…
                </button>
              </div>
              {view && (
                <div className={groupStyles}>
                  <button
                    type="button"
                    className={menuItemStyles}
                    onClick={act(() => update({ isDefault: !view.isDefault }))}
                  >
                    {view.isDefault ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />}
                    {view.isDefault ? `Do not open ${screenTitle} with it` : `Open ${screenTitle} with it`}
                  </button>
                  <button type="button" className={menuItemStyles} onClick={act(() => void copyLink(view, place))}>
                    <Link2 aria-hidden="true" />
                    Copy link
                  </button>
                  {view.isOwn && (
                    <>
                      <button type="button" className={menuItemStyles} onClick={act(() => setOpen('change'))}>
                        <Pencil aria-hidden="true" />
                        Rename or share…
                      </button>
                      <button type="button" className={menuItemStyles} onClick={act(() => setOpen('delete'))}>
                        <Trash2 aria-hidden="true" />
                        Delete…
                      </button>
                    </>
                  )}
                </div>
              )}
            </>
          );
        }}
      </Menu>
      {(open === 'new' || (open === 'change' && view)) && (
        <Suspense>
          <ViewDialog
            screen={saved.screen}
            screenTitle={screenTitle}
            view={open === 'change' ? view : null}
            shown={shown}
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
