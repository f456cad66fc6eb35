import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Spinner } from '#client/components/states/Spinner.tsx';
import { lazyScreen } from '#client/lib/lazyScreen.ts';
import { aliases, kitPath, routes } from '#shared/routes.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Alias, GuestOnly, UserOnly } from './guards.tsx';
import { guestScreens, openScreens, UserShell, userScreens } from './screens.ts';

const NotFoundScreen = lazyScreen(async () => (await import('./NotFoundScreen.tsx')).NotFoundScreen);

/** Component gallery for developers. Builds leave it out. */
const KitScreen = import.meta.env.DEV ? lazyScreen(async () => (await import('../kit/KitScreen.tsx')).KitScreen) : null;

const paths: Record<string, { path: string }> = routes;

const toRoutes = (screens: Record<string, ComponentType>) =>
  Object.entries(screens).map(([name, Screen]) => <Route key={name} path={paths[name]?.path} element={<Screen />} />);

/** All routes of the app. The server renders the public pages. */
export const AppRoutes = () => (
  <ErrorBoundary resetKey={useLocation().pathname}>
    <Suspense fallback={<Spinner className="min-h-dvh" />}>
      <Routes>
        <Route element={<GuestOnly />}>
          {toRoutes(guestScreens)}
          <Route path="/login" element={<Alias to={aliases['/login']} />} />
        </Route>
        <Route element={<UserOnly />}>
          <Route element={<UserShell />}>
            {toRoutes(userScreens)}
            {/* Inside the shell: a click on the logo must not unmount the frame and close its live connection. */}
            <Route path="/dashboard" element={<Alias to={aliases['/dashboard']} />} />
          </Route>
        </Route>
        {toRoutes(openScreens)}
        {KitScreen && <Route path={kitPath} element={<KitScreen />} />}
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  </ErrorBoundary>
);
