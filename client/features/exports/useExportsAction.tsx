import { History } from 'lucide-react';
import { useState } from 'react';
import { dialogAction } from '#client/components/actions/dialogAction.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ExportsDialog = lazyScreen(async () => (await import('./ExportsDialog.tsx')).ExportsDialog);

/** Opens the list of exports. */
export const useExportsAction = () =>
  dialogAction(
    { key: 'exports', label: 'Exports', icon: <History aria-hidden="true" />, title: 'Exports of this workspace' },
    ExportsDialog,
    useState(false),
  );
