import type { PlatformId } from '#shared/platforms.ts';
import type { SecretBox } from '#server/lib/crypto/SecretBox.ts';
import type { GrantTokens } from '#server/providers/AdPlatform.ts';
import type { SealedTokens } from '#server/modules/connections/connections.store.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

type Owner = { workspaceId: WorkspaceId; platform: PlatformId };

export const placeOfToken = (column: 'access_token' | 'refresh_token', { workspaceId, platform }: Owner): string =>
  `connections.${column}:${workspaceId}:${platform}`;

/** Tokens in the format of the table. */
export const sealTokens = (secrets: SecretBox, owner: Owner, tokens: GrantTokens): SealedTokens => ({
  accessToken: secrets.seal(tokens.accessToken, placeOfToken('access_token', owner)),
  refreshToken:
    tokens.refreshToken === null ? null : secrets.seal(tokens.refreshToken, placeOfToken('refresh_token', owner)),
  accessTokenExpiresAt: tokens.expiresAt === null ? null : new Date(tokens.expiresAt),
});

/** @throws when the key is missing or the row was tampered with */
export const openTokens = (secrets: SecretBox, row: Owner & SealedTokens): GrantTokens => ({
  accessToken: secrets.open(row.accessToken, placeOfToken('access_token', row)),
  refreshToken: row.refreshToken === null ? null : secrets.open(row.refreshToken, placeOfToken('refresh_token', row)),
  expiresAt: row.accessTokenExpiresAt?.getTime() ?? null,
});
