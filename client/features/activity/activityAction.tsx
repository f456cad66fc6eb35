import { Undo2 } from 'lucide-react';
import { dialogAction } from '#client/components/actions/dialogAction.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ActivityDialog = lazyScreen(async () => (await import('./ActivityDialog.tsx')).ActivityDialog);

type Given = { isOpen: boolean; onChange: (isOpen: boolean) => void };

/** Opens the list of bulk actions and imports. */
export const activityAction = ({ isOpen, onChange }: Given) =>
  dialogAction(
    {
      key: 'activity',
      label: 'Activity',
      icon: <Undo2 aria-hidden="true" />,
      title: 'Activity of your workspace, and undo',
    },
    ActivityDialog,
    [isOpen, onChange],
  );
