import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useUserId } from '#client/stores/userStore.ts';
import { routes } from '#shared/routes.ts';

/* Both leave the asked address in the navigation state as `from`, and no trace in the history. */

/** Screens for people without a session; everyone else is sent to the overview. */
export const GuestOnly = () => {
  const { pathname } = useLocation();
  return useUserId() === '' ? <Outlet /> : <Navigate to={routes.overview.path} replace state={{ from: pathname }} />;
};

/** Screens for signed-in people; guests are sent to the sign-in, also at the moment of their logout. */
export const UserOnly = () => {
  const { pathname } = useLocation();
  return useUserId() === '' ? <Navigate to={routes.signIn.path} replace state={{ from: pathname }} /> : <Outlet />;
};

/** An old address of a screen: goes on there, with the query. */
export const Alias = ({ to }: { to: string }) => {
  const { search, state } = useLocation();
  return <Navigate to={{ pathname: to, search }} replace state={state} />;
};
