import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useUserId } from '#client/stores/userStore.ts';
import { routes } from '#shared/routes.ts';

/* Both guards replace the history entry and pass the requested address on in the navigation state as `from`. */

/** Screens for guests. Signed-in people go to the overview. */
export const GuestOnly = () => {
  const { pathname } = useLocation();
  return useUserId() === '' ? <Outlet /> : <Navigate to={routes.overview.path} replace state={{ from: pathname }} />;
};

/** Screens for signed-in people. Guests go to the sign-in, also right after a logout. */
export const UserOnly = () => {
  const { pathname } = useLocation();
  return useUserId() === '' ? <Navigate to={routes.signIn.path} replace state={{ from: pathname }} /> : <Outlet />;
};

/** Redirects an old address to its screen and keeps the query. */
export const Alias = ({ to }: { to: string }) => {
  const { search, state } = useLocation();
  return <Navigate to={{ pathname: to, search }} replace state={state} />;
};
