import { Router } from 'express';
import { offsetAt } from '#shared/lib/localTime.ts';
import { selectFields } from './graph/fields.ts';
import type { GraphObject } from './graph/fields.ts';
import { requestAddress, requireAdsPermission, requireUserToken } from './graph/graphRequest.ts';
import type { MetaApi } from './MetaApi.ts';
import type { MetaAdAccount } from './metaData.ts';
import { selectPage } from './graph/paging.ts';
import { requireAccount } from './requireAccount.ts';

const defaultFields = ['id', 'account_id'];

/** All fields of an ad account. Meta: money is text in the smallest currency unit, the status is a number. */
const describeAccount = (account: MetaAdAccount, now: number): GraphObject => ({
  id: `act_${account.id}`,
  account_id: account.id,
  name: account.name,
  account_status: 1,
  disable_reason: 0,
  currency: account.currency,
  timezone_id: account.timeZoneId,
  timezone_name: account.timeZone,
  timezone_offset_hours_utc: offsetAt(account.timeZone, now) / 3_600_000,
  amount_spent: String(account.amountSpent),
  balance: '0',
  business: account.business,
});

/** Routes for ad accounts, below a version. */
export const createAccountsRouter = (api: MetaApi): Router => {
  const { context, data, grants, usage } = api;
  const router = Router();

  router.get('/me/adaccounts', (request, response) => {
    const address = requestAddress(request, context.url);
    const token = requireUserToken(address.searchParams, grants);
    requireAdsPermission(token);
    const shared = data.all.filter(({ id }) => token.grant.accountIds.has(id));
    const node = { type: 'AdAccount', defaults: defaultFields };
    response.json(selectPage(shared, address, node, (account) => describeAccount(account, context.clock.now())));
  });

  router.get('/:account', (request, response, next) => {
    if (!request.params.account.startsWith('act_')) {
      next();
      return;
    }
    const address = requestAddress(request, context.url);
    const account = requireAccount(api, address.searchParams, request.params.account);
    usage.charge(response, account.id, 'ads_management');
    const described = describeAccount(account, context.clock.now());
    response.json(selectFields(described, 'AdAccount', address.searchParams, defaultFields));
  });

  return router;
};
