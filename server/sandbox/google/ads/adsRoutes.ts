import express from 'express';
import type { Request, Response, Router } from 'express';
import * as z from 'zod';
import { bodyRecord, isRecord } from '../../support/http.ts';
import { parseControlBody } from '../../control/parseControlBody.ts';
import { createRefusedFields } from '../../control/refusedFields.ts';
import { GoogleApiError, sendApiError } from '../apiError.ts';
import { requireGrant } from '../oauth/requireGrant.ts';
import { adwordsScope } from '../oauth/scopes.ts';
import type { Grant, GrantStore } from '../oauth/grantStore.ts';
import { descendants, directAccounts } from './accounts.ts';
import type { AccountTree, AdsAccount } from './accounts.ts';
import { adsError, newRequestId, queryError } from './adsError.ts';
import { parseGaql } from './parseGaql.ts';
import type { GaqlQuery } from './parseGaql.ts';
import { createRowPresenter, fieldMaskOf } from './presentRow.ts';
import { runQuery } from './runQuery.ts';
import type { AdsWorld } from './runQuery.ts';

const googlePageRows = 10_000;
const adsService = 'googleads.googleapis.com';

type AdsRoutes = { router: Router; control: Router };

/**
 * The account of a call. Direct access needs no `login-customer-id`, or the account's own. Access through a manager needs
 * the id of a manager above the account to which the person has direct access.
 */
const requireAccount = (
  tree: AccountTree,
  grant: Grant,
  customerId: string,
  loginCustomerId: string | undefined,
): AdsAccount => {
  if (!/^\d{10}$/.test(customerId)) {
    throw adsError('INVALID_ARGUMENT', 'requestError', 'INVALID_CUSTOMER_ID', `Invalid customer ID '${customerId}'.`);
  }
  if (loginCustomerId !== undefined && !/^\d{10}$/.test(loginCustomerId)) {
    const message = "The 'login-customer-id' header contains an invalid customer ID.";
    throw adsError('INVALID_ARGUMENT', 'headerError', 'INVALID_LOGIN_CUSTOMER_ID', message);
  }
  const account = tree.byId.get(customerId);
  const root = directAccounts(tree, grant).find((each) => each.id === (loginCustomerId ?? customerId));
  if (!account || !root) {
    const message =
      "User doesn't have permission to access customer. Note: If you're accessing a client customer, the manager's " +
      "customer id must be set in the 'login-customer-id' header.";
    throw adsError('PERMISSION_DENIED', 'authorizationError', 'USER_PERMISSION_DENIED', message);
  }
  if (!descendants(root).some((each) => each.account === account)) {
    throw adsError(
      'PERMISSION_DENIED',
      'authorizationError',
      'INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION',
      'The login customer is not a manager of the serving customer.',
    );
  }
  if (account.status !== 'ENABLED' || root.status !== 'ENABLED') {
    const message = "The customer account can't be accessed because it is not yet enabled or has been deactivated.";
    throw adsError('PERMISSION_DENIED', 'authorizationError', 'CUSTOMER_NOT_ENABLED', message);
  }
  return account;
};

const pageTokenOf = (start: number): string => Buffer.from(`sandbox-page:${start}`).toString('base64url');

const readPageToken = (token: unknown, rowCount: number): number => {
  if (token === undefined || token === '') return 0;
  const text = typeof token === 'string' ? Buffer.from(token, 'base64url').toString('utf8') : '';
  const start = /^sandbox-page:(\d+)$/.exec(text)?.[1];
  if (start !== undefined && Number(start) < rowCount) return Number(start);
  throw adsError('INVALID_ARGUMENT', 'requestError', 'INVALID_PAGE_TOKEN', 'Page token is invalid.');
};

/** The Ads API: account list, and paged and streamed queries. Mounted at the version, e.g. `/v26`. */
export const createAdsRoutes = (tree: AccountTree, grants: GrantStore, world: AdsWorld): AdsRoutes => {
  const router = express.Router();
  const control = express.Router();
  let pageRows = googlePageRows;

  control.post('/google/page-size', (request, response) => {
    const body = parseControlBody(z.strictObject({ rows: z.int().min(1).max(googlePageRows) }), request);
    pageRows = body.rows;
    response.json({ rows: pageRows });
  });

  const refusedFields = createRefusedFields('google');
  control.use(refusedFields.control);

  router.get('/customers\\:listAccessibleCustomers', (request, response) => {
    const grant = requireGrant(request, grants, [adwordsScope], adsService);
    response.set('request-id', newRequestId());
    response.json({ resourceNames: directAccounts(tree, grant).map((account) => `customers/${account.id}`) });
  });

  const query = (request: Request): { query: GaqlQuery; rows: object[]; body: Record<string, unknown> } => {
    const grant = requireGrant(request, grants, [adwordsScope], adsService);
    const account = requireAccount(tree, grant, String(request.params.customerId), request.get('login-customer-id'));
    const body = bodyRecord(request);
    if (typeof body.query !== 'string') {
      throw adsError('INVALID_ARGUMENT', 'requestError', 'REQUIRED_FIELD_MISSING', 'Required field is missing: query');
    }
    const parsed = parseGaql(body.query);
    refusedFields.requireKnown(parsed.fields, (name) =>
      queryError('UNRECOGNIZED_FIELD', `Unrecognized field in the query${name === null ? '' : `: '${name}'`}.`),
    );
    return { query: parsed, rows: runQuery(parsed, account, world).map(createRowPresenter(parsed)), body };
  };

  router.post('/customers/:customerId/googleAds\\:search', (request, response) => {
    const { query: parsed, rows, body } = query(request);
    if ('pageSize' in body || 'page_size' in body) {
      throw adsError(
        'INVALID_ARGUMENT',
        'requestError',
        'PAGE_SIZE_NOT_SUPPORTED',
        'Setting the page size is not supported.',
      );
    }
    const start = readPageToken(body.pageToken ?? body.page_token, rows.length);
    const page = rows.slice(start, start + pageRows);
    const settings = body.searchSettings ?? body.search_settings;
    const wantsTotal = isRecord(settings) && settings.returnTotalResultsCount === true;
    response.set('request-id', newRequestId()).json({
      ...(page.length > 0 && { results: page }),
      ...(start + pageRows < rows.length && { nextPageToken: pageTokenOf(start + pageRows) }),
      ...(wantsTotal && { totalResultsCount: String(rows.length) }),
      fieldMask: fieldMaskOf(parsed),
      queryResourceConsumption: String(100 + rows.length),
    });
  });

  router.post('/customers/:customerId/googleAds\\:searchStream', (request, response) => {
    const { query: parsed, rows } = query(request);
    const requestId = newRequestId();
    const chunkCount = Math.max(1, Math.ceil(rows.length / pageRows));
    const chunks = Array.from({ length: chunkCount }, (_, index) => {
      const results = rows.slice(index * pageRows, (index + 1) * pageRows);
      return {
        ...(results.length > 0 && { results }),
        fieldMask: fieldMaskOf(parsed),
        requestId,
        ...(index === chunkCount - 1 && { queryResourceConsumption: String(100 + rows.length) }),
      };
    });
    response.set('request-id', requestId).json(chunks);
  });

  return { router, control };
};

/** Sends an Ads API error. Streamed queries wrap errors in an array. */
export const sendAdsError = (request: Request, response: Response, error: GoogleApiError): void => {
  sendApiError(response, error, request.path.endsWith(':searchStream'));
};
