import { textLimits } from '#shared/limits.ts';
import { text } from './params.ts';

/* The fragments of links from e-mails or an operator. A fragment never reaches the server. */

const email = text(textLimits.email);

/** Used by Register, and by the sign-in that returns to an invitation. */
export const invitationParams = { email, invitation: text() };

/** Used by the screen that sets a new password. */
export const resetParams = { email, code: text() };
