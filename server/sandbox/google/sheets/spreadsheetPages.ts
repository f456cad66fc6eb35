import express from 'express';
import type { Router } from 'express';
import { html } from '../../pages/html.ts';
import type { Html } from '../../pages/html.ts';
import { sendPage } from '../../pages/page.ts';
import { tabsOf } from '../userSheets/userSheets.ts';
import type { UserSheets } from '../userSheets/userSheets.ts';
import { columnLetters } from './a1.ts';
import { renderCell, shownRows } from './readValues.ts';
import type { Cell } from './spreadsheet.ts';
import type { SpreadsheetStore } from './spreadsheetStore.ts';

const maxShownRows = 500;

const renderTableCell = (cell: Cell | undefined): Html => {
  const text = String(renderCell(cell, 'FORMATTED_VALUE'));
  return typeof cell === 'number' ? html`<td class="number">${text}</td>` : html`<td>${text}</td>`;
};

const renderTable = (rows: readonly (Cell | null)[][]): Html => {
  const shown = rows.slice(0, maxShownRows);
  const width = shown.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (width === 0) return html`<p class="soft">Empty.</p>`;
  const columns = Array.from({ length: width }, (_, column) => column);
  return html`<table>
      <thead>
        <tr>
          <th scope="col">#</th>
          ${columns.map((column) => html`<th scope="col">${columnLetters(column)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (row, index) =>
            html`<tr>
              <th scope="row">${index + 1}</th>
              ${columns.map((column) => renderTableCell(row[column] ?? undefined))}
            </tr>`,
        )}
      </tbody>
    </table>
    ${rows.length > maxShownRows && html`<p class="soft">The first ${maxShownRows} of ${rows.length} rows.</p>`}`;
};

/** Pages for people: a spreadsheet as a table, which "Open Sheet" opens, and a list of all spreadsheets. */
export const createSpreadsheetPages = (store: SpreadsheetStore, userSheets: UserSheets): Router => {
  const router = express.Router();

  router.get('/spreadsheets', (_request, response) => {
    const made = store.list().toReversed();
    sendPage(response, {
      title: 'Spreadsheets',
      simulated: 'Google Sheets',
      body: html`<h1>Spreadsheets</h1>
        <h2>Made by Leadlight</h2>
        ${made.length === 0 && html`<p class="soft">None yet.</p>`}
        <ul>
          ${made.map((each) => html`<li><a href="/spreadsheets/d/${each.id}/edit">${each.title}</a></li>`)}
        </ul>
        <h2>To import from</h2>
        <ul>
          ${userSheets.list().map(
            (each) =>
              html`<li>
                <a href="/spreadsheets/d/${each.id}/edit">${each.id}</a>
                <span class="soft">${each.shared}, ${Math.max(0, each.rows.length - 1)} rows</span>
              </li>`,
          )}
        </ul>`,
    });
  });

  router.get('/spreadsheets/d/:id/edit', (request, response) => {
    const { id } = request.params;
    const spreadsheet = store.find(id);
    const userSheet = userSheets.find(id);
    const tabs: { title: string; rows: (Cell | null)[][] }[] = [
      ...(spreadsheet?.sheets.map((sheet) => ({ title: sheet.title, rows: shownRows(sheet) })) ?? []),
      ...(userSheet ? tabsOf(userSheet) : []),
    ];
    if (tabs.length === 0) {
      const body = html`<h1>Sorry, the file you have requested does not exist.</h1>`;
      sendPage(response, { title: 'Not found', simulated: 'Google Sheets', status: 404, body });
      return;
    }
    const title = spreadsheet?.title ?? `Leads to import (${userSheet?.shared ?? ''})`;
    sendPage(response, {
      title,
      simulated: 'Google Sheets',
      width: 'wide',
      body: html`<h1>${title}</h1>
        ${tabs.map(
          (tab) =>
            html`<h2>${tab.title}</h2>
              ${renderTable(tab.rows)}`,
        )}`,
    });
  });

  return router;
};
