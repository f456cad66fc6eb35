import { routes } from '#shared/routes.ts';

export default routes.termsOfService.path;
