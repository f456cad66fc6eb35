import type { ReactNode } from 'react';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { useIsRehydrated } from '#client/stores/useIsRehydrated.ts';

/** Shows a loader, and nothing of any screen, until it is known who is signed in. */
export const RehydrationGate = ({ children }: { children: ReactNode }) =>
  useIsRehydrated() ? children : <Spinner className="min-h-dvh" />;
