import { Router } from 'express';
import { bodyRecord, queryText } from '../support/http.ts';
import { invalidParameter } from './TikTokError.ts';
import type { TikTokApi } from './tiktokApi.ts';
import { requireApp, requireGrant } from './parameters.ts';

/** Ad account, ads management, reporting, campaigns, instant pages, lead management and retrieval. */
const scope = [1, 2, 4, 20, 680, 12_000_000, 12_010_100];

/** Routes for tokens and their advertisers, below `/open_api/v1.3`. */
export const createOAuthRouter = ({ data, grants, send }: TikTokApi): Router => {
  const router = Router({ strict: true });

  router.post('/oauth2/access_token/', (request, response) => {
    const body = bodyRecord(request);
    requireApp(body.app_id, body.secret);
    if (typeof body.auth_code !== 'string' || body.auth_code === '') {
      throw invalidParameter('auth_code: Missing data for required field.');
    }
    const { accessToken, grant } = grants.redeemCode(body.auth_code);
    send(response, {
      access_token: accessToken,
      advertiser_ids: body.return_advertiser_ids === false ? undefined : grant.advertiserIds,
      scope: scope,
    });
  });

  router.post('/oauth2/revoke_token/', (request, response) => {
    const body = bodyRecord(request);
    requireApp(body.app_id, body.secret);
    if (typeof body.access_token !== 'string' || body.access_token === '') {
      throw invalidParameter('access_token: Missing data for required field.');
    }
    const grant = grants.revoke(body.access_token);
    send(response, { app_id: body.app_id, advertiser_ids: grant.advertiserIds });
  });

  router.get('/oauth2/advertiser/get/', (request, response) => {
    const grant = requireGrant(request, grants);
    requireApp(queryText(request, 'app_id'), queryText(request, 'secret'));
    const list = data.all
      .filter(({ id }) => grant.advertiserIds.includes(id))
      .map(({ id, name }) => ({ advertiser_id: id, advertiser_name: name }));
    send(response, { list });
  });

  return router;
};
