import { Timer } from 'lucide-react';
import { Suspense, useState } from 'react';
import type { ActionWithDialog } from '#client/components/actions/Action.ts';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ResponseTimesDialog = lazyScreen(async () => (await import('./ResponseTimesDialog.tsx')).ResponseTimesDialog);

/** Opens the first response times. */
export const useResponseTimesAction = (): ActionWithDialog => {
  const [isOpen, setIsOpen] = useState(false);
  return {
    action: {
      key: 'responses',
      label: 'Response times',
      icon: <Timer aria-hidden="true" />,
      onSelect: () => setIsOpen(true),
    },
    dialog: isOpen && (
      <Suspense>
        <ResponseTimesDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    ),
  };
};
