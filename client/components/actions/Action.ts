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
