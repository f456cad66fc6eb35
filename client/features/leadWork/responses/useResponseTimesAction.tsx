import { Timer } from 'lucide-react';
import { useState } from 'react';
import { dialogAction } from '#client/components/actions/dialogAction.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';

const ResponseTimesDialog = lazyScreen(async () => (await import('./ResponseTimesDialog.tsx')).ResponseTimesDialog);

/** Opens the first response times. */
export const useResponseTimesAction = () =>
  dialogAction(
    { key: 'responses', label: 'Response times', icon: <Timer aria-hidden="true" /> },
    ResponseTimesDialog,
    useState(false),
  );
