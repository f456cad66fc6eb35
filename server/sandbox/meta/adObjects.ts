import { Router } from 'express';
import { integer } from '../support/random.ts';
import type { GraphObject } from './graph/fields.ts';
import { requestAddress } from './graph/graphRequest.ts';
import type { MetaApi } from './MetaApi.ts';
import type { MetaAd, MetaAdAccount } from './metaData.ts';
import { selectPage } from './graph/paging.ts';
import { requireAccount } from './requireAccount.ts';
import { isLive, parseStatuses } from './statusFilter.ts';

/** An ad account's edges for campaigns, ad sets and ads. */
const edges = { campaigns: 'Campaign', adsets: 'AdSet', ads: 'Ad' } as const;
type Edge = keyof typeof edges;

const isEdge = (name: string): name is Edge => Object.hasOwn(edges, name);

/** Meta: a budget is text in the smallest currency unit and belongs to the campaign or its ad sets. */
const hasCampaignBudget = (seed: number, ad: MetaAd): boolean =>
  ad.planted === undefined && integer(0, 1, seed, 'meta budget level', ad.campaign.id) === 0;
const dailyBudget = (seed: number, id: string): string => String(100 * integer(20, 120, seed, 'meta budget', id));

const describeObject: Record<Edge, (seed: number, ad: MetaAd, account: MetaAdAccount) => GraphObject> = {
  campaigns: (seed, ad, account) => ({
    id: ad.campaign.id,
    name: ad.campaign.name,
    account_id: account.id,
    status: 'ACTIVE',
    effective_status: 'ACTIVE',
    objective: 'OUTCOME_LEADS',
    daily_budget: hasCampaignBudget(seed, ad) ? dailyBudget(seed, ad.campaign.id) : undefined,
    lifetime_budget: undefined,
    start_time: '2023-03-01T08:00:00+0100',
    stop_time: undefined,
  }),
  adsets: (seed, ad, account) => ({
    id: ad.adSet.id,
    name: ad.adSet.name,
    account_id: account.id,
    campaign_id: ad.campaign.id,
    status: 'ACTIVE',
    effective_status: 'ACTIVE',
    optimization_goal: 'LEAD_GENERATION',
    daily_budget: undefined,
    lifetime_budget: hasCampaignBudget(seed, ad) ? undefined : `${dailyBudget(seed, ad.adSet.id)}0`,
    start_time: '2023-03-01T08:00:00+0100',
    end_time: hasCampaignBudget(seed, ad) ? undefined : '2027-03-01T08:00:00+0100',
    learning_stage_info:
      ad.restDay === undefined && ad.planted === undefined ? { status: 'LEARNING', conversions: 12 } : undefined,
  }),
  ads: (_seed, ad, account) => ({
    id: ad.id,
    name: ad.name,
    account_id: account.id,
    adset_id: ad.adSet.id,
    campaign_id: ad.campaign.id,
    status: ['PAUSED', 'ARCHIVED', 'DELETED'].includes(ad.status) ? ad.status : 'ACTIVE',
    effective_status: ad.status,
  }),
};

const listObjects = (seed: number, account: MetaAdAccount, edge: Edge): GraphObject[] => {
  const unique = new Map<string, GraphObject>();
  for (const ad of account.allAds) {
    const object = describeObject[edge](seed, ad, account);
    if (!unique.has(String(object.id))) unique.set(String(object.id), object);
  }
  return [...unique.values()];
};

/** Routes for campaigns, ad sets and ads, below a version. */
export const createAdObjectsRouter = (api: MetaApi): Router => {
  const { context, usage } = api;
  const router = Router();
  router.get('/:account/:edge', (request, response, next) => {
    const { account: node, edge } = request.params;
    if (!node.startsWith('act_') || !isEdge(edge)) {
      next();
      return;
    }
    const address = requestAddress(request, context.url);
    const account = requireAccount(api, address.searchParams, node);
    usage.charge(response, account.id, 'ads_management');
    const statuses = parseStatuses(address.searchParams.get('effective_status'));
    const objects = listObjects(context.seed, account, edge).filter(({ effective_status: status }) =>
      statuses ? statuses.includes(String(status)) : isLive(String(status)),
    );
    response.json(selectPage(objects, address, { type: edges[edge], defaults: ['id'] }, (object) => object));
  });
  return router;
};
