import { Router } from 'express';
import type { Request, Response } from 'express';
import { asksForEvents, sendConsentError, sendConsentPage } from '../../pages/consentPage.ts';
import { sandboxCredentials } from '../../credentials.ts';
import { bodyText, bodyTexts, queryText } from '../../support/http.ts';
import type { Redirects } from '../../redirects.ts';
import type { MetaGrants } from './grants.ts';
import type { MetaApi } from '../MetaApi.ts';
import { metaPerson } from '../metaData.ts';
import { metaPermissions, publicProfile, parseScope } from './permissions.ts';

const simulated = 'Facebook';

type DialogRequest = { clientId: string; redirectUri: string; state: string; permissions: string[] };

/** Checks the request's parameters. Meta shows errors on a page and never redirects to an unknown address. */
const readDialog = (
  response: Response,
  redirects: Redirects,
  read: (name: string) => string | undefined,
): DialogRequest | undefined => {
  const refuse = (code: string, message: string): undefined => {
    sendConsentError(response, simulated, 400, code, message);
    return undefined;
  };
  const clientId = read('client_id');
  if (clientId !== sandboxCredentials.facebook.appId) {
    return refuse('invalid_app_id', 'Invalid App ID: the provided app ID does not look like a valid app ID.');
  }
  const redirectUri = read('redirect_uri') ?? '';
  if (!redirects.isRegistered('facebook', redirectUri)) {
    return refuse(
      'url_blocked',
      'URL blocked: the redirect URI is not among the valid OAuth redirect URIs of the app.',
    );
  }
  if ((read('response_type') ?? 'code') !== 'code') {
    return refuse('invalid_response_type', 'The sandbox supports only the response type "code".');
  }
  const permissions = parseScope(read('scope') ?? '');
  const unknown = permissions.filter((name) => !Object.hasOwn(metaPermissions, name));
  if (unknown.length > 0) return refuse('invalid_scopes', `Invalid scopes: ${unknown.join(', ')}.`);
  return { clientId, redirectUri, state: read('state') ?? '', permissions };
};

const answerDialog = (
  request: Request,
  response: Response,
  dialog: DialogRequest,
  { grants, events }: { grants: MetaGrants; events: { accountId: string; pageId: string } },
): void => {
  const target = new URL(dialog.redirectUri);
  if (bodyText(request, 'decision') === 'allow') {
    const ticked = new Set(bodyTexts(request, 'permission'));
    const added = asksForEvents(request) ? [events] : [];
    const code = grants.issueCode(
      {
        granted: new Set([...dialog.permissions.filter((name) => ticked.has(name)), publicProfile]),
        declined: new Set(dialog.permissions.filter((name) => !ticked.has(name))),
        accountIds: new Set([...bodyTexts(request, 'account'), ...added.map(({ accountId }) => accountId)]),
        pageIds: new Set([...bodyTexts(request, 'page'), ...added.map(({ pageId }) => pageId)]),
        removed: false,
      },
      dialog.redirectUri,
    );
    target.searchParams.set('code', code);
    // Meta: the URL ends with this fragment, which browsers do not send.
    target.hash = '_=_';
  } else {
    target.searchParams.set('error', 'access_denied');
    target.searchParams.set('error_code', '200');
    target.searchParams.set('error_description', 'Permissions error');
    target.searchParams.set('error_reason', 'user_denied');
  }
  if (dialog.state !== '') target.searchParams.set('state', dialog.state);
  response.redirect(302, target.href);
};

/** Routes for the consent page at `/dialog/oauth`, below a version. */
export const createDialogRouter = ({ context: { redirects }, data, leads, grants }: MetaApi): Router => {
  const router = Router();
  const events = { accountId: data.planted.id, pageId: leads.plantedPage.id };

  router.get('/dialog/oauth', (request, response) => {
    const dialog = readDialog(response, redirects, (name) => queryText(request, name));
    if (!dialog) return;
    sendConsentPage(response, {
      simulated,
      person: `${metaPerson.name} (${metaPerson.email})`,
      action: `${request.baseUrl}/dialog/oauth`,
      hidden: {
        client_id: dialog.clientId,
        redirect_uri: dialog.redirectUri,
        state: dialog.state,
        scope: dialog.permissions.join(','),
      },
      groups: [
        {
          legend: 'Permissions',
          choices: dialog.permissions.map((name) => ({
            name: 'permission',
            value: name,
            label: metaPermissions[name] ?? name,
            detail: name,
          })),
        },
        {
          legend: 'Ad accounts',
          choices: data.accounts.map((account) => ({
            name: 'account',
            value: account.id,
            label: account.name,
            detail: `act_${account.id}`,
          })),
        },
        {
          legend: 'Pages',
          choices: leads.pages.map((page) => ({ name: 'page', value: page.id, label: page.name, detail: page.id })),
        },
      ],
      accountWithEvents: data.planted.name,
    });
  });

  router.post('/dialog/oauth', (request, response) => {
    const dialog = readDialog(response, redirects, (name) => bodyText(request, name));
    if (dialog) answerDialog(request, response, dialog, { grants, events });
  });

  return router;
};
