import { clientConfigElementId } from '#shared/clientConfig.ts';
import type { ClientConfig } from '#shared/clientConfig.ts';
import { isRecord } from './isRecord.ts';

/** Checked by hand, because a schema library would be part of every first load. */
const isClientConfig = (value: unknown): value is ClientConfig =>
  isRecord(value) &&
  (value['googleClientId'] === null || typeof value['googleClientId'] === 'string') &&
  typeof value['googleSigninScriptUrl'] === 'string' &&
  typeof value['passwordMinLength'] === 'number' &&
  typeof value['registration'] === 'string' &&
  typeof value['isSandbox'] === 'boolean' &&
  (value['sampleSheetUrl'] === null || typeof value['sampleSheetUrl'] === 'string');

let cached: ClientConfig | undefined;

const readConfig = (): ClientConfig => {
  const json = document.getElementById(clientConfigElementId)?.textContent;
  if (!json) throw new Error(`The page carries no settings: there is no element #${clientConfigElementId}`);
  const config: unknown = JSON.parse(json);
  if (!isClientConfig(config)) throw new Error('The settings of the page are not those of this version: reload it');
  return config;
};

/** Settings that the server wrote into the app's shell. Throws if they are missing, for example on a public page. */
export const clientConfig = (): ClientConfig => (cached ??= readConfig());

/** Makes the next `clientConfig()` read the page again. */
export const resetClientConfig = (): void => {
  cached = undefined;
};
