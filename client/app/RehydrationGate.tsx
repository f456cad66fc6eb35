import type { ReactNode } from 'react';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { useIsRehydrated } from '#client/stores/useIsRehydrated.ts';

/** Shows only a spinner until the stored session is loaded. */
export const RehydrationGate = ({ children }: { children: ReactNode }) =>
  useIsRehydrated() ? children : <Spinner className="min-h-dvh" />;
