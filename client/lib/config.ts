import { clientConfigElementId } from '#shared/clientConfig.ts';
import type { ClientConfig } from '#shared/clientConfig.ts';
import * as z from 'zod/mini';

let cached: ClientConfig | undefined;

const configSchema = z.object({
  googleClientId: z.nullable(z.string()),
  googleSigninScriptUrl: z.string(),
  passwordMinLength: z.number(),
  isSandbox: z.boolean(),
}) satisfies z.ZodMiniType<ClientConfig>;

const readConfig = (): ClientConfig => {
  const json = document.getElementById(clientConfigElementId)?.textContent;
  if (!json) throw new Error(`The page carries no settings: there is no element #${clientConfigElementId}`);
  return configSchema.parse(JSON.parse(json));
};

/** The settings that the server wrote into the app's shell. Throws where the shell has none, as in a page of its own. */
export const clientConfig = (): ClientConfig => (cached ??= readConfig());

/** Makes the next `clientConfig()` read the page again. */
export const forgetClientConfig = (): void => {
  cached = undefined;
};
