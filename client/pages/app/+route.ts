import type { RouteSync } from 'vike/types';
import { appPaths, kitPath } from '#shared/routes.ts';

/** One shell for every app screen, including the forms before the sign-in. React Router takes over in the browser. */
const route: RouteSync = ({ urlPathname }) =>
  appPaths.includes(urlPathname) || (import.meta.env.DEV && urlPathname === kitPath);
export default route;
