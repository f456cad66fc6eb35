import type { Page } from '@playwright/test';
import * as z from 'zod';
import { addDays, localDay } from '#shared/lib/dateRange.ts';
import { platformIds } from '#shared/platforms.ts';
import { navigationState } from './browserState.ts';
import type { Call } from './journey.ts';
import { expect } from './test.ts';

export type Row = Record<string, string | number | boolean | null>;

const rowsAnswer = z.object({
  data: z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))),
});

/** The rows in the response of a data call. */
export const rowsOf = ({ answer }: Call): Row[] => rowsAnswer.parse(answer).data;

/** The last `count` days up to today, in local time. */
export const lastDays = (count: number): { since: string; until: string } => {
  const until = localDay(new Date());
  return { since: addDays(until, 1 - count), until };
};

/** The body rows of the table. */
export const tableRows = (page: Page) => page.getByRole('grid').locator('tbody').getByRole('row');

/** Expects this label of the pagination and this number of rows. */
export const expectPage = async (page: Page, label: string, rowCount: number): Promise<void> => {
  await expect(page.getByText(label, { exact: true })).toBeVisible();
  await expect(tableRows(page)).toHaveCount(rowCount);
};

/** The raw keys of the columns, in order. */
export const columnKeys = (page: Page): Promise<(string | null)[]> =>
  page.getByRole('columnheader').evaluateAll((headers) => headers.map((header) => header.getAttribute('data-column')));

const previewState = z.object({
  accounts: z.array(z.object({ id: z.string() })),
  selected: z.array(z.string()),
  platform: z.enum(platformIds),
});

/** The navigation state from the Connect screen. */
export const handedState = async (page: Page) => previewState.parse(await navigationState(page));
