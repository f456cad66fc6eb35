import { routes } from '#shared/routes.ts';

export default routes.privacyPolicy.path;
