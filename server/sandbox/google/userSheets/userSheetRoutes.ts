import express from 'express';
import type { Response, Router } from 'express';
import * as z from 'zod';
import { ControlError, parseControlBody } from '../../control/parseControlBody.ts';
import { csvLine } from '../../support/csv.ts';
import { html } from '../../pages/html.ts';
import { queryText } from '../../support/http.ts';
import { sendPage } from '../../pages/page.ts';
import { secretToken } from '../../support/random.ts';
import { spreadsheetAddress } from '../sheets/spreadsheetStore.ts';
import type { SpreadsheetStore } from '../sheets/spreadsheetStore.ts';
import { publishedId, sharing, tabsOf } from './userSheets.ts';
import type { UserSheet, UserSheets } from './userSheets.ts';

/** Content addresses stay valid for the time of a download. */
const contentLifetimeMs = 60_000;

const sendFailure = (response: Response, status: number, message: string): void => {
  sendPage(response, { title: 'Google Sheets', simulated: 'Google Sheets', status, body: html`<h1>${message}</h1>` });
};

/**
 * Reads a sheet without credentials. The CSV export of a public sheet redirects to a content address, that of a private
 * sheet to the sign-in page. An unknown sheet returns 404.
 */
export const createCsvRoutes = (sheets: UserSheets, store: SpreadsheetStore, url: string): Router => {
  const router = express.Router();
  const contents = new Map<string, { rows: readonly string[][]; expiresAt: number }>();

  /** Redirects to a temporary address with the tab's content. */
  const sendContent = (response: Response, sheet: UserSheet, gid: string): void => {
    const tab = tabsOf(sheet).find((each) => String(each.gid) === gid);
    if (!tab) {
      sendFailure(response, 400, 'Sorry, unable to open the file at this time.');
      return;
    }
    const now = Date.now();
    for (const [key, content] of contents) if (content.expiresAt <= now) contents.delete(key);
    const token = secretToken('');
    contents.set(token, { rows: tab.rows, expiresAt: now + contentLifetimeMs });
    response.redirect(307, `${url}/sheet-content/${token}`);
  };

  router.get('/spreadsheets/d/:id/export', (request, response) => {
    const { id } = request.params;
    const sheet = sheets.find(id);
    if (!sheet && !store.find(id)) {
      sendFailure(response, 404, 'Sorry, the file you have requested does not exist.');
      return;
    }
    if (sheet?.shared !== 'public') {
      const signIn = new URL('/ServiceLogin', url);
      signIn.searchParams.set('service', 'wise');
      signIn.searchParams.set('passive', '1209600');
      signIn.searchParams.set('continue', `${url}${request.originalUrl}`);
      response.redirect(302, signIn.href);
      return;
    }
    if (queryText(request, 'format') === 'csv') sendContent(response, sheet, queryText(request, 'gid') ?? '0');
    else sendFailure(response, 400, 'Sorry, unable to open the file at this time.');
  });

  router.get('/spreadsheets/d/e/:id/pub', (request, response) => {
    const sheet = sheets.list().find((each) => each.shared === 'public' && publishedId(each.id) === request.params.id);
    if (!sheet) {
      sendFailure(response, 404, 'Sorry, the file you have requested is not published.');
      return;
    }
    if (queryText(request, 'output') === 'csv') sendContent(response, sheet, queryText(request, 'gid') ?? '0');
    else sendFailure(response, 400, 'Sorry, unable to open the file at this time.');
  });

  router.get('/sheet-content/:token', (request, response) => {
    const content = contents.get(request.params.token);
    if (!content) {
      sendFailure(response, 404, 'This address is no longer valid.');
      return;
    }
    response
      .set('Content-Type', 'text/csv')
      .set('Content-Disposition', `attachment; filename="Leads-Sheet1.csv"; filename*=UTF-8''Leads%20-%20Sheet1.csv`)
      .send(Buffer.from(content.rows.map(csvLine).join('\r\n')));
  });

  router.get('/ServiceLogin', (_request, response) => {
    sendFailure(response, 200, 'Sign in to see this spreadsheet. It is not shared with everyone who has the link.');
  });

  return router;
};

const rowsSchema = z.array(z.array(z.string()));
const sheetBody = z.strictObject({
  rows: rowsSchema,
  shared: z.enum(sharing),
  tabs: z
    .array(z.strictObject({ gid: z.int().min(1).max(2_147_483_647), title: z.string().min(1), rows: rowsSchema }))
    .optional(),
});

/** `PUT` and `GET /control/sheets/{id}`: a person's sheet to import from. */
export const createUserSheetControl = (sheets: UserSheets, url: string): Router => {
  const router = express.Router();
  const describe = (sheet: UserSheet): object => ({ ...sheet, url: spreadsheetAddress(url, sheet.id) });

  router.get('/sheets', (_request, response) => {
    response.json(sheets.list().map(({ id, shared }) => ({ id, shared, url: spreadsheetAddress(url, id) })));
  });

  router.put('/sheets/:id', (request, response) => {
    const { id } = request.params;
    if (!/^[A-Za-z0-9_-]{1,100}$/.test(id))
      throw new ControlError(
        400,
        'A sheet id consists of letters, digits, - and _ (real ids have at least 20 characters)',
      );
    const body = parseControlBody(sheetBody, request);
    const sheet = { id, ...body };
    sheets.put(sheet);
    response.json(describe(sheet));
  });

  router.get('/sheets/:id', (request, response) => {
    const sheet = sheets.find(request.params.id);
    if (!sheet) throw new ControlError(404, `No sheet ${request.params.id}`);
    response.json(describe(sheet));
  });

  return router;
};
