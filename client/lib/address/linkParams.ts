import { textLimits } from '#shared/limits.ts';
import { text } from './params.ts';

/* The fragments of links that arrive by mail or from an operator. The server never sees a fragment. */

const email = text(textLimits.email);

/** Register, and the sign-in that leads back to an invitation. */
export const invitationParams = { email, invitation: text() };

/** A new password. */
export const resetParams = { email, code: text() };
