import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { dialogAction } from '#client/components/actions/dialogAction.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const LadderDialog = lazyScreen(async () => (await import('./LadderDialog.tsx')).LadderDialog);

/** Opens the statuses of leads. Only for owners. */
export const useLadderAction = () =>
  dialogAction(
    { key: 'statuses', label: 'Statuses', icon: <Settings2 aria-hidden="true" /> },
    LadderDialog,
    useState(false),
  );
