import type { Registration } from './registration.ts';

/** The settings of the install that a browser may see; everything else of the environment stays on the server. */
export type ClientConfig = {
  /** Null: Google sign-in is not set up. */
  googleClientId: string | null;
  googleSigninScriptUrl: string;
  passwordMinLength: number;
  registration: Registration;
  /** Why not everybody may register, in words; empty while registration is open. */
  registrationText: string;
  /** The outside platforms are played by the sandbox; the app says so on every screen. */
  isSandbox: boolean;
  /** A sheet that can be imported in the sandbox; null outside the sandbox. */
  sampleSheetUrl: string | null;
};

/** Id of the JSON data block in the app's shell that carries the `ClientConfig`. */
export const clientConfigElementId = 'leadlight-config';
