import { Router } from 'express';
import type { Response } from 'express';
import { asksForEvents, sendConsentError, sendConsentPage } from '../pages/consentPage.ts';
import { sandboxCredentials } from '../credentials.ts';
import { bodyText, bodyTexts, queryText } from '../support/http.ts';
import type { Redirects } from '../redirects.ts';
import type { TikTokApi } from './tiktokApi.ts';
import { tiktokPerson } from './tiktokData.ts';

const simulated = 'TikTok';
const authPath = '/portal/auth';

const readRequest = (
  response: Response,
  redirects: Redirects,
  read: (name: string) => string | undefined,
): { appId: string; redirectUri: string; state: string } | undefined => {
  const appId = read('app_id');
  if (appId !== sandboxCredentials.tiktok.appId) {
    sendConsentError(response, simulated, 400, 'invalid_app_id', 'The app does not exist.');
    return undefined;
  }
  const redirectUri = read('redirect_uri') ?? '';
  if (!redirects.isRegistered('tiktok', redirectUri)) {
    sendConsentError(response, simulated, 400, 'invalid_redirect_uri', 'The redirect address is not one of the app.');
    return undefined;
  }
  return { appId, redirectUri, state: read('state') ?? '' };
};

/** The page on which an advertiser authorizes the app. TikTok: it has no scopes, because the app's registration sets them. */
export const createAuthPageRouter = ({ context: { redirects }, data, grants }: TikTokApi): Router => {
  const router = Router();

  router.get(authPath, (request, response) => {
    const consent = readRequest(response, redirects, (name) => queryText(request, name));
    if (!consent) return;
    sendConsentPage(response, {
      simulated,
      person: `${tiktokPerson.name} (${tiktokPerson.email})`,
      action: authPath,
      hidden: { app_id: consent.appId, redirect_uri: consent.redirectUri, state: consent.state },
      groups: [
        {
          legend: 'Ad accounts',
          choices: data.advertisers.map(({ id, name }) => ({
            name: 'advertiser',
            value: id,
            label: name,
            detail: id,
          })),
        },
      ],
      accountWithEvents: data.planted.name,
    });
  });

  router.post(authPath, (request, response) => {
    const consent = readRequest(response, redirects, (name) => bodyText(request, name));
    if (!consent) return;
    const target = new URL(consent.redirectUri);
    if (bodyText(request, 'decision') === 'allow') {
      const ticked = new Set(bodyTexts(request, 'advertiser'));
      const advertiserIds = [
        ...data.advertisers.map(({ id }) => id).filter((id) => ticked.has(id)),
        ...(asksForEvents(request) ? [data.planted.id] : []),
      ];
      if (advertiserIds.length === 0) {
        sendConsentError(
          response,
          simulated,
          400,
          'no_advertiser',
          'Choose at least one ad account. Go back and tick one.',
        );
        return;
      }
      const code = grants.issueCode({ advertiserIds });
      target.searchParams.set('auth_code', code);
      target.searchParams.set('code', code);
    }
    // After a refusal, the redirect has the state but no code.
    if (consent.state !== '') target.searchParams.set('state', consent.state);
    response.redirect(302, target.href);
  });

  return router;
};
