import { Settings2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ActionWithDialog } from '#client/components/actions/Action.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const LadderDialog = lazyScreen(async () => (await import('./LadderDialog.tsx')).LadderDialog);

/** Opens the statuses of leads. Only for owners. */
export const useLadderAction = (): ActionWithDialog => {
  const [isOpen, setIsOpen] = useState(false);
  return {
    action: {
      key: 'statuses',
      label: 'Statuses',
      icon: <Settings2 aria-hidden="true" />,
      onSelect: () => setIsOpen(true),
    },
    dialog: isOpen && (
      <Suspense>
        <LadderDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
};
