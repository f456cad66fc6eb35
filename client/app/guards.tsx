import { Navigate, Outlet, useLocation } from 'react-router-dom';
import { useUserId } from '#client/stores/userStore.ts';
import { readParams } from '#client/lib/address/address.ts';
import { invitationParams } from '#client/lib/address/linkParams.ts';
import { routes } from '#shared/routes.ts';

/* Both guards replace the history entry and pass the requested address as `from` in the navigation state. */

/** Screens for guests. Redirects signed-in people to the overview, or back to their invitation. */
export const GuestOnly = () => {
  const { pathname, hash } = useLocation();
  const invitation = pathname === routes.signIn.path ? readParams(invitationParams, hash.slice(1)).invitation : '';
  const next = invitation === '' ? routes.overview.path : `${routes.invitation.path}#${invitation}`;
  return useUserId() === '' ? <Outlet /> : <Navigate to={next} replace state={{ from: pathname }} />;
};

/** Screens for signed-in people. Redirects guests to the sign-in, also right after a logout. */
export const UserOnly = () => {
  const { pathname } = useLocation();
  return useUserId() === '' ? <Navigate to={routes.signIn.path} replace state={{ from: pathname }} /> : <Outlet />;
};

/** Redirects an old address to its screen and keeps the query. */
export const Alias = ({ to }: { to: string }) => {
  const { search, state } = useLocation();
  return <Navigate to={{ pathname: to, search }} replace state={state} />;
};
