import { sheetPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { googleScopes } from '#server/providers/google/oauth.ts';
import type { NeededScope } from '#server/providers/AdPlatform.ts';

type Granted = { platform: PlatformId; grantedScopes: readonly string[] };

/** Whether a grant can create a Google Sheet. `drive.file` covers only sheets that we create. */
export const canExportWith = ({ platform, grantedScopes }: Granted): boolean =>
  platform === sheetPlatform && grantedScopes.includes(googleScopes.driveFile);

/** The requested permissions that were not granted. */
export const findMissing = (needed: readonly NeededScope[], grantedScopes: readonly string[]): NeededScope[] =>
  needed.filter(({ scope }) => !grantedScopes.includes(scope));

/** The purpose of a permission and its name at the platform, e.g. `Export to Google Sheets (drive.file)`. */
export const describeScope = ({ scope, meaning }: NeededScope): string => `${meaning} (${scope.split('/').at(-1)})`;
