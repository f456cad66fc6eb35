import express from 'express';
import type { Request, Response, Router } from 'express';
import { bearerToken, queryText, queryTexts } from '../../support/http.ts';
import { GoogleApiError, insufficientScopes, invalidArgument } from '../apiError.ts';
import { applyFields } from '../fieldMask.ts';
import type { GrantStore } from '../oauth/grantStore.ts';
import type { SandboxServiceAccount } from '../serviceAccount/serviceAccount.ts';
import type { SheetsQuota } from '../sheets/quota.ts';
import { tabsOf } from './userSheets.ts';
import type { UserSheet, UserSheets } from './userSheets.ts';

/** With any of these, an app can read every spreadsheet that its identity may open. */
const readScopes = [
  'https://www.googleapis.com/auth/spreadsheets.readonly',
  'https://www.googleapis.com/auth/spreadsheets',
  'https://www.googleapis.com/auth/drive.readonly',
  'https://www.googleapis.com/auth/drive',
];

/** A whole tab (`'Leads'`) or its top left part (`'Leads'!A1:Z100`). */
const readRange = (sheet: UserSheet, range: string): object => {
  const [, quoted, letter = 'Z', lastRow] = /^'((?:[^']|'')*)'(?:!A1:([A-Z])(\d+))?$/.exec(range) ?? [];
  const title = quoted?.replaceAll("''", "'") ?? range;
  const tab = tabsOf(sheet).find((each) => each.title === title);
  if (!tab) throw invalidArgument(`Unable to parse range: ${range}`);
  const rows =
    lastRow === undefined
      ? tab.rows
      : tab.rows.slice(0, Number(lastRow)).map((row) => row.slice(0, letter.charCodeAt(0) - 64));
  const values = rows.map((row) => row.slice(0, row.findLastIndex((cell) => cell !== '') + 1));
  const filled = values.slice(0, values.findLastIndex((row) => row.length > 0) + 1);
  return { range, majorDimension: 'ROWS', ...(filled.length > 0 && { values: filled }) };
};

/**
 * Routes for `/v4/spreadsheets`, mounted before those of the product's spreadsheets. They handle calls of the service
 * account, which can only read people's sheets, and pass all other calls on.
 */
export const createUserSheetApi = (
  sheets: UserSheets,
  { grants, serviceAccount, quota }: { grants: GrantStore; serviceAccount: SandboxServiceAccount; quota: SheetsQuota },
): Router => {
  const router = express.Router();

  const read =
    (present: (sheet: UserSheet, request: Request<{ id: string; range?: string }>) => object) =>
    (request: Request<{ id: string; range?: string }>, response: Response, next: () => void): void => {
      const token = bearerToken(request);
      const grant = token === undefined ? undefined : grants.byAccessToken(token);
      if (!grant || !serviceAccount.owns(grant)) {
        next();
        return;
      }
      if (!readScopes.some((scope) => grant.scopes.has(scope))) throw insufficientScopes('sheets.googleapis.com');
      quota.spend(grant.id, 'read');
      const sheet = sheets.find(request.params.id);
      if (!sheet) throw new GoogleApiError('NOT_FOUND', 'Requested entity was not found.');
      if (sheet.shared === 'private') {
        throw new GoogleApiError('PERMISSION_DENIED', 'The caller does not have permission');
      }
      response.json(applyFields(present(sheet, request), queryText(request, 'fields')));
    };

  router.get(
    '/:id',
    read((sheet) => ({
      spreadsheetId: sheet.id,
      sheets: tabsOf(sheet).map(({ gid, title }, index) => ({
        // Google omits zeros.
        properties: { ...(gid !== 0 && { sheetId: gid }), title, ...(index > 0 && { index }), sheetType: 'GRID' },
      })),
    })),
  );
  router.get(
    '/:id/values\\:batchGet',
    read((sheet, request) => ({
      spreadsheetId: sheet.id,
      valueRanges: queryTexts(request, 'ranges').map((range) => readRange(sheet, range)),
    })),
  );
  router.get(
    '/:id/values/:range',
    read((sheet, request) => readRange(sheet, request.params.range ?? '')),
  );

  return router;
};
