import { unknownObject } from './graph/GraphError.ts';
import { requireAdsPermission, requireUserToken } from './graph/graphRequest.ts';
import type { MetaApi } from './MetaApi.ts';
import type { MetaAdAccount } from './metaData.ts';

/**
 * The ad account of a call. Throws unless the person shared it.
 *
 * @param node the id from the path, with `act_`
 */
export const requireAccount = ({ data, grants }: MetaApi, parameters: URLSearchParams, node: string): MetaAdAccount => {
  const token = requireUserToken(parameters, grants);
  const account = data.all.find(({ id }) => `act_${id}` === node && token.grant.accountIds.has(id));
  if (!account) throw unknownObject(node);
  requireAdsPermission(token);
  return account;
};
