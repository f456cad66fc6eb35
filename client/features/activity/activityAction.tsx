import { Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import type { ActionWithDialog } from '#client/components/actions/Action.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ActivityDialog = lazyScreen(async () => (await import('./ActivityDialog.tsx')).ActivityDialog);

type Given = { isOpen: boolean; onChange: (isOpen: boolean) => void };

/** Opens the list of bulk actions and imports. */
export const useActivityAction = ({ isOpen, onChange }: Given): ActionWithDialog => ({
  action: {
    key: 'activity',
    label: 'Activity',
    icon: <Undo2 aria-hidden="true" />,
    title: 'Activity of your workspace, and undo',
    onSelect: () => onChange(true),
  },
  dialog: isOpen && (
    <Suspense>
      <ActivityDialog onClose={() => onChange(false)} />
    </Suspense>
  ),
});
