import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { logError } from '#client/lib/log.ts';
import { session } from '#client/lib/api/session.ts';
import { followOtherTabs, readUser } from '#client/stores/userStore.ts';
import { readWorkspace } from '#client/stores/workspaceStore.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { RehydrationGate } from './RehydrationGate.tsx';

session.readToken = () => readUser().token;
session.readWorkspaceId = () => readWorkspace()?.id ?? null;

const loadToaster = async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('#client/components/toasts/Toaster.tsx')).Toaster };
  } catch (error) {
    // The app still works without toasts.
    logError('Toasts cannot be shown', error);
    return { default: () => null };
  }
};

/** Loaded after the first screen, because that screen shows no toasts. */
const Toaster = lazy(loadToaster);

/** The signed-in app. Rendered in the browser only. */
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
