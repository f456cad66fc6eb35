import type { RouteSync } from 'vike/types';
import { appPaths } from '#shared/routes.ts';

/** One shell for every screen behind the sign-in and for the forms before it: React Router takes over in the browser. */
const route: RouteSync = (pageContext) => appPaths.includes(pageContext.urlPathname);
export default route;
