import { oneTimeCode } from '../limits.ts';

export const failed = 'There was an error submitting your form. Please try again.';
export const loggedIn = 'Logged in successfully';
export const registered = 'Registered successfully';
export const loggedOut = 'Logged out successfully';
export const codeSent = `If this e-mail address has an account, a code is on its way. It is valid for ${oneTimeCode.lifetimeMinutes} minutes.`;
export const passwordReset = 'Password reset successfully';
export const invalidCredentials = 'Invalid email or password';
export const invalidCode = 'The code is wrong or has expired';
export const blocked = 'This account is blocked. Please ask the operator of this site.';
export const emailTaken = 'Email is already registered';
export const registration = {
  invite: 'Registration is by invitation. Open the link that you were given and register with the same address.',
  closed: 'Registration is closed on this server.',
};
export const googleRefused = 'Google sign-in could not be verified';
export const googleOff = 'Google sign-in is not set up on this server';
export const mailOff = 'This server cannot send e-mail yet: its operator has to set SMTP_URL';
export const sessionExpired = 'Your session has expired. Please sign in again.';
export const sessionMismatch = 'This session belongs to someone else. Please sign in again.';
export const tooManyAttempts = 'Too many attempts. Please wait a little and try again.';
