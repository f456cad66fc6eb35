import { History } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ActionWithDialog } from '#client/components/actions/Action.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ExportsDialog = lazyScreen(async () => (await import('./ExportsDialog.tsx')).ExportsDialog);

/** Opens the list of exports. */
export const useExportsAction = (): ActionWithDialog => {
  const [isOpen, setIsOpen] = useState(false);
  return {
    action: {
      key: 'exports',
      label: 'Exports',
      icon: <History aria-hidden="true" />,
      title: 'Exports of this workspace',
      onSelect: () => setIsOpen(true),
    },
    dialog: isOpen && (
      <Suspense>
        <ExportsDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
};
