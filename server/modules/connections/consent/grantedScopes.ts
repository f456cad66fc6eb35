import { sheetPlatform } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { googleScopes } from '#server/providers/google/oauth.ts';
import type { NeededScope } from '#server/providers/AdPlatform.ts';

type Granted = { platform: PlatformId; grantedScopes: readonly string[] };

/** Whether a Google Sheet can be made with a grant: `drive.file` lets us create sheets and write to those alone. */
export const canExportWith = ({ platform, grantedScopes }: Granted): boolean =>
  platform === sheetPlatform && grantedScopes.includes(googleScopes.driveFile);

/** The permissions that were asked for and not given. */
export const findMissing = (needed: readonly NeededScope[], grantedScopes: readonly string[]): NeededScope[] =>
  needed.filter(({ scope }) => !grantedScopes.includes(scope));

/** What a permission is for and how the platform calls it, e.g. `Export to Google Sheets (drive.file)`. */
export const describeScope = ({ scope, meaning }: NeededScope): string => `${meaning} (${scope.split('/').at(-1)})`;
