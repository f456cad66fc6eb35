/* The only imports from the sandbox into tests. Everything else uses HTTP; see sandboxControl.ts. */

export { sandboxCredentials } from '#server/sandbox/credentials.ts';
export { grantAccess } from '#server/sandbox/google/googleTestClient.ts';
export {
  privateSheetId,
  publicSheetId,
  sharedSheetId,
  publishedId,
} from '#server/sandbox/google/userSheets/userSheets.ts';
export { sandboxEnvironment } from '#server/sandbox/services.ts';
export { startSandbox } from '#server/sandbox/startSandbox.ts';
export type { RunningSandbox } from '#server/sandbox/startSandbox.ts';
