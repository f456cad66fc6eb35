import { unknownObject } from './GraphError.ts';
import { requireAdsPermission, requireUserToken } from './graphRequest.ts';
import type { MetaGrants } from './grants.ts';
import type { MetaAdAccount, MetaData } from './metaData.ts';

/**
 * The ad account of a call, which the person must have shared.
 *
 * @param node as it stands in the path, with `act_`
 */
export function requireAccount(
  parameters: URLSearchParams,
  node: string,
  data: MetaData,
  grants: MetaGrants,
): MetaAdAccount {
  const token = requireUserToken(parameters, grants);
  const account = data.accounts.find(({ id }) => `act_${id}` === node && token.grant.accountIds.has(id));
  if (!account) throw unknownObject(node);
  requireAdsPermission(token);
  return account;
}
