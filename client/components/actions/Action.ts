import type { ReactNode } from 'react';

/** What a person can do on a screen: a button, or a line of a menu where there is no room for buttons. */
export type Action = {
  key: string;
  label: string;
  icon: ReactNode;
  /** A tooltip of the button. */
  title?: string;
  isDisabled?: boolean;
  onSelect: () => void;
};

/** An action, and the dialog that it opens. The dialog is rendered apart, because menus unmount when they close. */
export type ActionWithDialog = { action: Action; dialog: ReactNode };
