import type { Registration } from './registration.ts';

/** Install settings visible to browsers. All other environment variables stay on the server. */
export type ClientConfig = {
  /** Null if Google sign-in is not set up. */
  googleClientId: string | null;
  googleSigninScriptUrl: string;
  passwordMinLength: number;
  registration: Registration;
  /** Why registration is restricted. Empty while it is open. */
  registrationText: string;
  /** The platforms are simulated by the sandbox. Every screen says so. */
  isSandbox: boolean;
  /** A sheet to import in the sandbox. Null outside the sandbox. */
  sampleSheetUrl: string | null;
};

/** Id of the JSON data block with the `ClientConfig` in the app's shell. */
export const clientConfigElementId = 'leadlight-config';
