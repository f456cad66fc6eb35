import type { Page } from '@playwright/test';
import * as z from 'zod';
import { insightFacts } from '#shared/insights.ts';
import type { PlatformId } from '#shared/platforms.ts';
import type { Live, LiveEvent } from './liveEvents.ts';
import type { Row } from './preview.ts';
import { readSpreadsheet, spreadsheetIds } from './sandbox.ts';
import { expect } from './test.ts';

export const exportButton = (page: Page) => page.getByRole('button', { name: 'Export Google Sheet' });

/** The payloads of an event. */
export const payloadsOf = (events: readonly LiveEvent[], name: string): unknown[] =>
  events.filter((event) => event.name === name).map(({ payload }) => payload);

const completion = z.object({ message: z.string(), url: z.url(), error: z.null() });

/** The events of completed exports. */
export const completionsOf = (live: Live, name: string): z.output<typeof completion>[] =>
  payloadsOf(live.received, name).map((payload) => completion.parse(payload));

/** The only spreadsheet that was created since `before` was read. */
export const newSpreadsheet = async (before: readonly string[]) => {
  const [id, ...others] = (await spreadsheetIds()).filter((each) => !before.includes(each));
  if (id === undefined || others.length > 0) throw new Error(`There are ${others.length} spreadsheets too many`);
  return readSpreadsheet(id);
};

/** Expects one new spreadsheet with all fields of these rows under a bold, frozen header. */
export const expectSheetOf = async (before: readonly string[], platform: PlatformId, rows: Row[]): Promise<string> => {
  const { id, sheets } = await newSpreadsheet(before);
  const columns = insightFacts[platform].columns;
  expect(sheets).toHaveLength(1);
  expect(sheets[0]).toMatchObject({ frozenRowCount: 1, boldHeader: true, formulas: [] });
  const [header, ...cells] = sheets[0]?.rows ?? [];
  expect(header).toEqual(columns.map(({ title }) => title));
  // Google cuts empty cells at the end of a row.
  const padded = cells.map((row) => [...row, ...Array<null>(columns.length - row.length).fill(null)]);
  // Empty text makes an empty cell, as the ad ids of Performance Max.
  expect(padded).toEqual(rows.map((row) => columns.map(({ key }) => (row[key] === '' ? null : (row[key] ?? null)))));
  return id;
};

/** Clicks 'Open Sheet' in the toast, and expects a tab with this spreadsheet and row count, including the header. */
export const openSheet = async (page: Page, id: string, rowCount: number): Promise<void> => {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'Open Sheet' }).first().click(),
  ]);
  await expect(tab).toHaveURL(new RegExp(`/spreadsheets/d/${id}/`));
  await expect(tab.getByRole('table').locator('tbody tr')).toHaveCount(rowCount);
  await tab.close();
};
