import { Router } from 'express';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { callLogMiddleware } from '../callLog.ts';
import { parseControlBody } from '../control/parseControlBody.ts';
import { createRefusedFields } from '../control/refusedFields.ts';
import { faultMiddleware } from '../faults.ts';
import type { SandboxContext, SandboxService } from '../Sandbox.ts';
import { createAdObjectsRouter } from './adObjects.ts';
import { createAccountsRouter } from './accounts.ts';
import { createDialogRouter } from './oauth/dialog.ts';
import { fieldNames } from './graph/fields.ts';
import { badParameter, GraphError, sendGraphError, unknownObject } from './graph/GraphError.ts';
import { createGraphFault } from './graph/graphFault.ts';
import { requestAddress } from './graph/graphRequest.ts';
import { createCapacity } from '#server/sandbox/meta/insights/capacity.ts';
import { createInsightsControl, createInsightsRouter } from '#server/sandbox/meta/insights/insightsRoutes.ts';
import { createReports } from '#server/sandbox/meta/insights/reports.ts';
import { createMetaGrants } from './oauth/grants.ts';
import type { MetaGrants } from './oauth/grants.ts';
import { createOAuthRouter } from './oauth/oauth.ts';
import { createFullMetaData } from './plantedAccount.ts';
import { createLeadFormControl, createLeadRouter, submitLead } from './leads/leadService.ts';
import { createLeadStore } from './leads/leadStore.ts';
import { createPersonRouter } from './oauth/person.ts';
import { createPersonRequestControl } from './oauth/personRequests.ts';
import { createStatusFilters } from './statusFilter.ts';
import { createUsage } from './graph/usage.ts';
import type { MetaUsage } from './graph/usage.ts';

/** Versions with a dot. Google's paths (`/v26/…`) have none and do not match. */
const versionPath = /^\/v\d\d\.\d(?=\/|$)/;
/** The available versions. Meta handles an unknown version with the oldest one, and returns its number in a header. */
const versions = ['v25.0', 'v26.0', 'v27.0'] as const;

const setGraphHeaders: RequestHandler = (request, response, next) => {
  response.set('facebook-api-version', versions.find((version) => request.baseUrl === `/${version}`) ?? versions[0]);
  response.set('x-fb-request-id', `A${randomBytes(12).toString('base64url')}`);
  response.set('x-fb-trace-id', `F${randomBytes(8).toString('base64url')}`);
  next();
};

const refuseUnknownPath: RequestHandler = (request) => {
  const node = request.path.split('/')[1] ?? '';
  if (/^(act_)?\d+$/.test(node)) throw unknownObject(node);
  throw new GraphError(2500, `Unknown path components: ${request.path}`);
};

const answerGraphError: ErrorRequestHandler = (error, _request, response, next) => {
  if (error instanceof GraphError && !response.headersSent) sendGraphError(response, error);
  else next(error);
};

const usageBody = z.strictObject({
  percent: z.number().min(0).max(1000),
  regainMinutes: z.number().min(0).max(10_000).optional(),
});

const createControlRouter = (grants: MetaGrants, usage: MetaUsage): Router => {
  const control = Router();
  control.post('/facebook/usage', (request, response) => {
    const order = parseControlBody(usageBody, request);
    usage.set(order.percent, order.regainMinutes);
    response.json({ usage: order });
  });
  control.post('/facebook/expire-tokens', (_request, response) => {
    response.json({ expired: grants.expireAll() });
  });
  return control;
};

/** Simulates facebook.com and graph.facebook.com: login dialog, tokens, ad accounts, insights and leads. */
export const createMetaService = (context: SandboxContext): SandboxService => {
  const data = createFullMetaData(context);
  const grants = createMetaGrants(context.clock);
  const usage = createUsage(context.clock);
  const reports = createReports(context.seed);
  const capacity = createCapacity();
  const statusFilters = createStatusFilters(context);
  const refusedFields = createRefusedFields('facebook');
  const leads = createLeadStore(context, data);
  const api = { context, data, grants, usage, leads };
  const answerFault = createGraphFault(data.accounts[0]?.business.id ?? '0');

  const graph = Router();
  graph.use(setGraphHeaders);
  graph.use(createDialogRouter(api));
  graph.use(callLogMiddleware(context, 'facebook'));
  graph.use(faultMiddleware(context.faults, 'facebook', answerFault));
  graph.use(createOAuthRouter(api));
  graph.use((request, _response, next) => {
    const fields = requestAddress(request, context.url).searchParams.get('fields');
    refusedFields.requireKnown(fields ? fieldNames(fields) : [], (name) =>
      badParameter(name === null ? 'Invalid parameter' : `Tried accessing nonexisting field (${name})`),
    );
    next();
  });
  graph.use(createPersonRouter(api));
  graph.use(statusFilters.middleware);
  graph.use(createInsightsRouter(api, reports, capacity));
  graph.use(createAdObjectsRouter(api));
  graph.use(createAccountsRouter(api));
  graph.use(createLeadRouter(api));
  graph.use(refuseUnknownPath);
  graph.use(answerGraphError);

  const router = Router();
  router.use(versionPath, graph);
  return {
    provider: 'facebook',
    router,
    control: Router().use(
      createControlRouter(grants, usage),
      createInsightsControl(capacity, reports),
      statusFilters.control,
      refusedFields.control,
      createLeadFormControl(leads),
      createPersonRequestControl(context, grants),
    ),
    submitLead: (order) => submitLead(leads, order),
    hasAdObject: ({ accountId, adId, campaignId }) =>
      data.all.some(
        ({ id, allAds }) =>
          id === accountId.replace(/^act_/, '') &&
          allAds.some((ad) => (adId === undefined ? ad.campaign.id === campaignId : ad.id === adId)),
      ),
  };
};
