import { messages } from '#shared/messages.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { SecretBox } from '#server/lib/crypto/SecretBox.ts';
import { placeOfToken } from '#server/modules/connections/access/tokens.ts';
import type { DumpSession } from '#server/archive/backup/DumpSession.ts';
import type { WorkspaceId } from '#server/lib/WorkspaceId.ts';

/**
 * Deletes tokens that no key can open. Their connections stay and need a new grant.
 * @returns the number of connections
 */
export const deleteTokens = async (session: DumpSession, secrets: SecretBox): Promise<number> => {
  const { keyIds } = secrets;
  const lost = await session.query<{ workspaceId: WorkspaceId; platform: PlatformId }>(
    `select workspace_id as "workspaceId", platform from connections
     where split_part(access_token, '.', 2) <> all($1)
        or (refresh_token is not null and split_part(refresh_token, '.', 2) <> all($1))`,
    [keyIds],
  );
  for (const { workspaceId, platform } of lost)
    await session.query(
      `update connections
       set access_token = $3, refresh_token = null, reconnect_reason = $4, refreshing_until = null, version = version + 1
       where workspace_id = $1 and platform = $2`,
      [
        workspaceId,
        platform,
        secrets.seal('', placeOfToken('access_token', { workspaceId, platform })),
        messages.connections.expired(platform),
      ],
    );
  // A new grant lists the Pages, with their tokens, again.
  await session.query(`update lead_pages set access_token = null where split_part(access_token, '.', 2) <> all($1)`, [
    keyIds,
  ]);
  await session.query(
    `delete from oauth_states
     where split_part(code_verifier, '.', 2) <> all($1) or split_part("grant", '.', 2) <> all($1)`,
    [keyIds],
  );
  return lost.length;
};
