import { Undo2 } from 'lucide-react';
import { Suspense } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ActivityDialog = lazyScreen(async () => (await import('./ActivityDialog.tsx')).ActivityDialog);

type ActivityButtonProps = { isOpen: boolean; onChange: (isOpen: boolean) => void };

/** Opens the list of bulk actions and imports. Only an icon where space is short. */
export const ActivityButton = ({ isOpen, onChange }: ActivityButtonProps) => (
  <>
    <Button
      icon={<Undo2 />}
      title="Activity of your workspace, and undo"
      onClick={() => onChange(true)}
      className="max-lg:gap-0 max-lg:pr-2.5 max-lg:pl-3"
    >
      <span className="max-lg:sr-only">Activity</span>
    </Button>
    {isOpen && (
      <Suspense>
        <ActivityDialog onClose={() => onChange(false)} />
      </Suspense>
    )}
  </>
);
