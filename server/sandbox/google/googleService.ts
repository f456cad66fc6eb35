import express from 'express';
import type { ErrorRequestHandler, RequestHandler } from 'express';
import * as z from 'zod';
import { callLogMiddleware, endpointOf } from '../callLog.ts';
import { parseControlBody } from '../control/parseControlBody.ts';
import { faultMiddleware } from '../faults.ts';
import type { SandboxContext, SandboxService } from '../Sandbox.ts';
import { createAccountTree } from './ads/accounts.ts';
import { createAdsRoutes, sendAdsError } from './ads/adsRoutes.ts';
import { detailedCampaignsOf } from './ads/details/campaigns.ts';
import { createGoogleFaultAnswer } from './answerGoogleFault.ts';
import { GoogleApiError, sendApiError } from './apiError.ts';
import { createDriveRoutes } from './drive/driveRoutes.ts';
import { createIdTokens } from './identity/idToken.ts';
import { createIdentityControl, createIdentityRoutes } from './identity/identityRoutes.ts';
import { createConsentRoutes } from './oauth/consentRoutes.ts';
import { createGrantStore } from './oauth/grantStore.ts';
import { createTokenRoutes } from './oauth/tokenRoutes.ts';
import { createServiceAccount } from './serviceAccount/serviceAccount.ts';
import { createSheetsQuota } from './sheets/quota.ts';
import { createSheetsControl } from './sheets/sheetsControl.ts';
import { createSheetsRoutes } from './sheets/sheetsRoutes.ts';
import { createSpreadsheetPages } from './sheets/spreadsheetPages.ts';
import { createSpreadsheetStore } from './sheets/spreadsheetStore.ts';
import { createUserSheetApi } from './userSheets/userSheetApi.ts';
import { createCsvRoutes, createUserSheetControl } from './userSheets/userSheetRoutes.ts';
import { createUserSheets } from './userSheets/userSheets.ts';

/** Supported major versions of the Ads API. */
const adsVersions = ['/v26', '/v25'];

/** Paths with logged calls and faults. Pages for people and control routes never fail. */
const apiPaths = [
  ...adsVersions,
  '/v4/spreadsheets',
  '/drive/v3/files',
  '/token',
  '/revoke',
  '/oauth2/v3/certs',
  '/spreadsheets/d/:id/export',
  '/spreadsheets/d/e/:id/pub',
  '/sheet-content',
];

/** Delays every API call like a real network. Off by default. */
const createLatency = (): { set(delayMs: number): void; wait: RequestHandler } => {
  let delayMs = 0;
  return {
    set(value) {
      delayMs = value;
    },
    wait: (_request, response, next) => {
      if (delayMs === 0) {
        next();
        return;
      }
      const timer = setTimeout(next, delayMs);
      response.once('close', () => clearTimeout(timer));
    },
  };
};

/** Spreadsheet ids are no plain numbers, and ranges are part of the path. */
const describeEndpoint = (path: string): string =>
  endpointOf(path)
    .replace(/^\/v4\/spreadsheets\/[^/:]+/, '/v4/spreadsheets/*')
    .replace(/(\/values\/)[^/]+?((:append|:clear)?)$/, '$1*$2')
    .replace(/^\/drive\/v3\/files\/.+/, '/drive/v3/files/*')
    .replace(/^\/spreadsheets\/d\/(e\/)?[^/]+/, '/spreadsheets/d/$1*')
    .replace(/^\/sheet-content\/.+/, '/sheet-content/*');

const handleAdsErrors: ErrorRequestHandler = (error: unknown, request, response, next) => {
  if (error instanceof GoogleApiError) sendAdsError(request, response, error);
  else next(error);
};

const handleApiErrors: ErrorRequestHandler = (error: unknown, _request, response, next) => {
  if (error instanceof GoogleApiError) sendApiError(response, error);
  else next(error);
};

/** Simulates Google: consent, tokens, sign-in, the Ads API, Sheets, Drive, and people's sheets by CSV or service account. */
export const createGoogleService = (context: SandboxContext): SandboxService => {
  const { clock, seed, scale, url } = context;
  const grants = createGrantStore(clock);
  const idTokens = createIdTokens(clock);
  const serviceAccount = createServiceAccount(grants, clock, url);
  const spreadsheets = createSpreadsheetStore(clock);
  const userSheets = createUserSheets(seed, scale, clock.today());
  const quota = createSheetsQuota(clock);
  const latency = createLatency();
  const tree = createAccountTree(context);
  const ads = createAdsRoutes(tree, grants, { seed, clock, corrections: context.corrections });

  const router = express.Router();
  router.use(
    apiPaths,
    callLogMiddleware(context, 'google', describeEndpoint),
    faultMiddleware(context.faults, 'google', createGoogleFaultAnswer(grants)),
    latency.wait,
  );
  router.use(createConsentRoutes(grants, context.redirects, tree.planted.descriptiveName));
  router.use(createTokenRoutes(grants, idTokens, serviceAccount));
  router.use(createIdentityRoutes(idTokens, url));
  router.use(adsVersions, ads.router, handleAdsErrors);
  router.use('/v4/spreadsheets', createUserSheetApi(userSheets, { grants, serviceAccount, quota }));
  router.use('/v4/spreadsheets', createSheetsRoutes(spreadsheets, grants, quota, url));
  router.use('/drive/v3/files', createDriveRoutes(spreadsheets, grants, url));
  router.use(createCsvRoutes(userSheets, spreadsheets, url));
  router.use(createSpreadsheetPages(spreadsheets, userSheets));
  router.use(handleApiErrors);

  const control = express.Router();
  control.post('/google/expire-tokens', (_request, response) => {
    response.json({ expired: grants.expireAllAccessTokens() });
  });
  control.post('/google/latency', (request, response) => {
    const body = parseControlBody(z.strictObject({ delayMs: z.int().min(0).max(60_000) }), request);
    latency.set(body.delayMs);
    response.json(body);
  });
  control.use(ads.control);
  control.use(createIdentityControl(idTokens));
  control.use(createSheetsControl(spreadsheets, quota, url));
  control.use(createUserSheetControl(userSheets, url));

  const hasAdObject: SandboxService['hasAdObject'] = ({ accountId, adId, campaignId }) => {
    const account = tree.byId.get(accountId);
    const campaigns = account ? detailedCampaignsOf(account, seed) : [];
    return campaigns.some(({ id, ads: own }) => id === campaignId || own.some((ad) => ad.id === adId));
  };
  return { provider: 'google', router, control, hasAdObject };
};
