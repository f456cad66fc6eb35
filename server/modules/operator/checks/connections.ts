import type { Pool } from 'pg';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { describeScope, findMissing } from '#server/modules/connections/consent/grantedScopes.ts';
import type { NeededScope, PlatformRegistry } from '#server/providers/AdPlatform.ts';
import { defineCheck } from '#server/modules/operator/Check.ts';
import type { CheckResult } from '#server/modules/operator/Check.ts';

type Figures = { platform: string; granted_scopes: string[]; is_lost: boolean; count: number };

const count = (of: readonly Figures[]): number => of.reduce((sum, each) => sum + each.count, 0);

const judge = (id: PlatformId, figures: readonly Figures[], needed: readonly NeededScope[]): CheckResult => {
  const check = defineCheck(platformNames[id], `${id}.connections`, 'Connections of people');
  const total = count(figures);
  const lost = count(figures.filter(({ is_lost: isLost }) => isLost));
  if (total === 0) return check.ok('None yet.');
  if (lost > 0)
    return check.warning(
      `${lost} of ${total} are no longer taken by ${platformNames[id]}.`,
      `Their owners see it and grant access again. If it is all of them, look at Credentials above, and whether the app is still live at ${platformNames[id]}.`,
    );
  const missing = needed
    .map((scope) => ({
      scope,
      without: count(figures.filter(({ granted_scopes: granted }) => findMissing([scope], granted).length > 0)),
    }))
    .filter(({ without }) => without > 0);
  if (missing.length === 0) return check.ok(`${total}, with every permission.`);
  const list = missing.map(({ scope, without }) => `${describeScope(scope)} in ${without} of ${total}`).join('; ');
  return check.warning(
    `Permissions are missing: ${list}.`,
    missing.some(({ without }) => without === total)
      ? `Nobody gives it: request the permission for the app at ${platformNames[id]} (see docs/providers/${id}.md).`
      : 'Their owners connect again and keep every box ticked.',
  );
};

/** The state of all connections as numbers, without saying whose they are. */
export const checkConnections = async (pool: Pool, platforms: PlatformRegistry): Promise<CheckResult[]> => {
  const { rows } = await pool.query<Figures>(
    `select platform, granted_scopes, reconnect_reason is not null as is_lost, count(*)::int as count
     from connections group by 1, 2, 3`,
  );
  return platformIds.flatMap((id) => {
    const adapter = platforms[id];
    const figures = rows.filter(({ platform }) => platform === id);
    return adapter || figures.length > 0 ? [judge(id, figures, adapter?.neededScopes ?? [])] : [];
  });
};
