import { quickSelectKeys } from '#client/lib/keys/quickSelectKeys.ts';
import { quickSelects } from '#shared/lib/dateRange.ts';
import { anywhere, navigation } from './shortcuts.ts';
import type { ShortcutGroup } from './shortcuts.ts';

/** All shortcuts, in reading order. */
export const shortcutGroups: readonly ShortcutGroup[] = [
  anywhere,
  {
    title: 'Lists',
    shortcuts: [
      { keys: ['ArrowLeft'], label: 'Previous page' },
      { keys: ['ArrowRight'], label: 'Next page' },
      { keys: ['ArrowDown'], label: 'Move inside a table, with all arrow keys' },
      { keys: ['j'], label: 'Next row' },
      { keys: ['k'], label: 'Previous row' },
      { keys: ['s'], label: 'Set the status of a lead, in All leads' },
      { keys: ['a'], label: 'Assign a lead, in All leads' },
      { keys: ['n'], label: 'Write a note on a lead, in All leads' },
      { keys: ['z'], modifier: 'Ctrl', label: 'Undo the last change' },
      { keys: ['Enter'], label: 'Use what a table cell holds; Escape leaves the cell' },
      { keys: ['ArrowDown'], modifier: 'Alt', label: 'Move a column of the campaigns, in the Columns menu' },
      { keys: ['Click'], modifier: 'Shift', label: 'Tick all rows from the last ticked one' },
    ],
  },
  {
    title: 'Dates of the overview, the campaigns and the preview',
    shortcuts: quickSelects.map(({ id, label }) => ({ keys: [quickSelectKeys[id]], label })),
  },
  navigation,
];
