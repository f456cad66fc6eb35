import { Router } from 'express';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import { callLogMiddleware } from '../callLog.ts';
import { createRefusedFields } from '../control/refusedFields.ts';
import { faultMiddleware } from '../faults.ts';
import type { SandboxContext, SandboxService } from '../Sandbox.ts';
import { adGroupsOf } from './ads/adData.ts';
import { createAdRoutes } from './ads/adRoutes.ts';
import { createAdvertisersRouter } from './advertisers.ts';
import { createAuthPageRouter } from './authPage.ts';
import { createCampaignsRouter } from '#server/sandbox/tiktok/reports/campaigns.ts';
import { createLeadSide } from './leads/createLeadSide.ts';
import { createOAuthRouter } from './oauth.ts';
import { createRateLimit } from './rateLimit.ts';
import { createReportRouter } from '#server/sandbox/tiktok/reports/report.ts';
import { answerTikTokFault } from './tiktokFault.ts';
import { textList } from './parameters.ts';
import { createTikTokApi } from './tiktokApi.ts';
import { invalidParameter, TikTokError, sendTikTokError } from './TikTokError.ts';

const apiPath = '/open_api/v1.3';

/** TikTok: answers an unknown path, such as one without the trailing slash, with text instead of an envelope. */
const refuseUnknownPath: RequestHandler = (_request, response) => {
  response.status(404).type('text').send('404 page not found');
};

/** Simulates business-api.tiktok.com: authorization page, tokens, advertisers, campaigns, ads, reports and leads. */
export const createTikTokService = (context: SandboxContext): SandboxService => {
  const shared = createTikTokApi(context);
  const { data, grants } = shared;
  const leadSide = createLeadSide(shared);
  const rateLimit = createRateLimit(context.clock);
  const refusedFields = createRefusedFields('tiktok');

  const api = Router();
  api.use(callLogMiddleware(context, 'tiktok'));
  api.use(
    faultMiddleware(context.faults, 'tiktok', (kind, _fault, request, response) =>
      answerTikTokFault(kind, request, response, context.clock.now()),
    ),
  );
  api.use(rateLimit.middleware);
  api.use((request, _response, next) => {
    const asked = ['fields', 'metrics'].flatMap((name) => textList(request, name) ?? []);
    refusedFields.requireKnown(asked, (name) =>
      invalidParameter(`Invalid fields${name === null ? '' : `: ['${name}']`}`),
    );
    next();
  });
  api.use(createOAuthRouter(shared));
  api.use(createAdvertisersRouter(shared));
  api.use(createCampaignsRouter(shared));
  api.use(createAdRoutes(shared));
  api.use(createReportRouter(shared));
  api.use(leadSide.router);
  api.use(refuseUnknownPath);
  const answerTikTokError: ErrorRequestHandler = (error, _request, response, next) => {
    if (error instanceof TikTokError && !response.headersSent) sendTikTokError(response, context.clock.now(), error);
    else next(error);
  };
  api.use(answerTikTokError);

  const router = Router();
  router.use(createAuthPageRouter(shared));
  router.use(apiPath, api);

  const control = Router();
  control.post('/tiktok/revoke-tokens', (_request, response) => {
    response.json({ revoked: grants.revokeAll() });
  });
  control.use(rateLimit.control);
  control.use(refusedFields.control);
  control.use(leadSide.control);
  const hasAdObject: SandboxService['hasAdObject'] = ({ accountId, adId, campaignId }) => {
    const advertiser = data.all.find(({ id }) => id === accountId);
    return (
      advertiser?.campaigns.some(
        (campaign) =>
          campaign.id === campaignId ||
          adGroupsOf(context.seed, advertiser, campaign).some(({ ads }) => ads.some(({ id }) => id === adId)),
      ) ?? false
    );
  };
  return { provider: 'tiktok', router, control, submitLead: leadSide.submitLead, hasAdObject };
};
