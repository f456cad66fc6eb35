import { routes } from '#shared/routes.ts';
import type { AppContext } from '#server/AppContext.ts';

/** The secret is in the URL fragment, which browsers never send, so no log contains it. */
export const invitationLink = ({ env }: Pick<AppContext, 'env'>, secret: string): string =>
  `${env.PUBLIC_URL}${routes.invitation.path}#${secret}`;
