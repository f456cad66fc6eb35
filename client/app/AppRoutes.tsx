import { Suspense } from 'react';
import type { ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { Spinner } from '#client/components/Spinner.tsx';
import { NotFound } from '#client/landing/NotFound.tsx';
import { goBack } from '#client/landing/goBack.ts';
import { useDocumentTitle } from '#client/lib/useDocumentTitle.ts';
import { aliases, routes } from '#shared/routes.ts';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { Alias, GuestOnly, UserOnly } from './guards.tsx';
import { guestScreens, UserShell, userScreens } from './screens.ts';

const NotFoundScreen = () => {
  useDocumentTitle('Page not found');
  return <NotFound onGoBack={goBack} />;
};

const paths: Record<string, { path: string }> = routes;

const toRoutes = (screens: Record<string, ComponentType>) =>
  Object.entries(screens).map(([name, Screen]) => <Route key={name} path={paths[name]?.path} element={<Screen />} />);

/** Every address of the app; the public pages come from the server and are none of it. */
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
            {/* Inside the shell: a click on the logo must not tear down the frame and its live connection. */}
            <Route path="/dashboard" element={<Alias to={aliases['/dashboard']} />} />
          </Route>
        </Route>
        <Route path="*" element={<NotFoundScreen />} />
      </Routes>
    </Suspense>
  </ErrorBoundary>
);
