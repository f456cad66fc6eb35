import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { logError } from '#client/lib/log.ts';
import { session } from '#client/lib/api/session.ts';
import { followOtherTabs, readUser } from '#client/stores/userStore.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { RehydrationGate } from './RehydrationGate.tsx';

session.readToken = () => readUser().token;

const loadToaster = async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('#client/components/toasts/Toaster.tsx')).Toaster };
  } catch (error) {
    // An app without messages is better than none.
    logError('Messages cannot be shown', error);
    return { default: () => null };
  }
};

/** Comes after the first screen, which has nothing to say yet. */
const Toaster = lazy(loadToaster);

/** The whole app behind the public pages; rendered in the browser only. */
export const App = () => {
  useEffect(followOtherTabs, []);
  return (
    <>
      <RehydrationGate>
        <BrowserRouter>
          <AppRoutes />
        </BrowserRouter>
      </RehydrationGate>
      <Suspense>
        <Toaster />
      </Suspense>
    </>
  );
};
