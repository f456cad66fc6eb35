import { lazy, Suspense, useEffect } from 'react';
import type { ComponentType } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { configureApiClient } from '#client/lib/apiClient.ts';
import { logError } from '#client/lib/log.ts';
import { followThemeOfOtherTabs } from '#client/stores/themeStore.ts';
import { followOtherTabs, readUser } from '#client/stores/userStore.ts';
import { AppRoutes } from './AppRoutes.tsx';
import { expireSession } from './expireSession.ts';
import { RehydrationGate } from './RehydrationGate.tsx';

configureApiClient({ readToken: () => readUser().token, onSessionExpired: expireSession });

const loadToaster = async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('#client/components/Toaster.tsx')).Toaster };
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
  useEffect(() => {
    const stops = [followOtherTabs(), followThemeOfOtherTabs()];
    return () => stops.forEach((stop) => stop());
  }, []);
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
