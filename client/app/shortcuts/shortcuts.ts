import { focusSearch } from '#client/lib/keys/focusSearch.ts';
import { navTargets } from '../layout/navigation.ts';

/** Actions of shortcuts outside the screen. */
export type ShortcutActions = {
  goTo: (path: string) => void;
  toggleSidebar: () => void;
  showHelp: () => void;
  search: () => void;
};

export type Shortcut = {
  /** `KeyboardEvent.key` values, pressed one after the other. */
  keys: readonly string[];
  label: string;
  /** Held during the key press or mouse click. */
  modifier?: 'Shift' | 'Alt' | 'Ctrl';
  /** Set for app-wide shortcuts. Components handle their own shortcuts. */
  run?: (actions: ShortcutActions) => void;
};

export type ShortcutGroup = { title: string; shortcuts: readonly Shortcut[] };

export const anywhere: ShortcutGroup = {
  title: 'Anywhere',
  shortcuts: [
    { keys: ['?'], label: 'Show these shortcuts', run: ({ showHelp }) => showHelp() },
    { keys: ['['], label: 'Collapse or expand the sidebar', run: ({ toggleSidebar }) => toggleSidebar() },
    { keys: ['/'], label: 'Search', run: focusSearch },
    { keys: ['k'], modifier: 'Ctrl', label: 'Search everything', run: ({ search }) => search() },
    { keys: ['Escape'], label: 'Clear the search, then leave it; close a menu or a dialog' },
  ],
};

export const navigation: ShortcutGroup = {
  title: 'Go to',
  shortcuts: navTargets.map(({ href, label, letter }) => ({
    keys: ['g', letter],
    label,
    run: ({ goTo }) => goTo(href),
  })),
};
