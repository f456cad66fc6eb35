import { routes } from '#shared/routes.ts';

export const inviteHash = '#invite';

/** The address that opens the invitation of a colleague. */
export const invitePath = `${routes.settings.path}${inviteHash}`;
