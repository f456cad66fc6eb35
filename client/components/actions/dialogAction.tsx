import { Suspense } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Action } from './Action.ts';

/** An action, and the dialog that it opens. The dialog is rendered apart, because menus unmount when they close. */
export type ActionWithDialog = { action: Action; dialog: ReactNode };

type OpenState = readonly [isOpen: boolean, setIsOpen: (isOpen: boolean) => void];

/** An action that opens a dialog. */
export const dialogAction = (
  action: Omit<Action, 'onSelect'>,
  Dialog: ComponentType<{ onClose: () => void }>,
  [isOpen, setIsOpen]: OpenState,
): ActionWithDialog => ({
  action: { ...action, onSelect: () => setIsOpen(true) },
  dialog: isOpen && (
    <Suspense>
      <Dialog onClose={() => setIsOpen(false)} />
    </Suspense>
  ),
});
