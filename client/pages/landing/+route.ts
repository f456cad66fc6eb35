import { routes } from '#shared/routes.ts';

export default routes.landing.path;
