import type { Page } from '@playwright/test';
import * as z from 'zod';
import { listCampaigns } from '#shared/contracts/campaigns.ts';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { storedUser } from './people.ts';
import { lastDays } from './preview.ts';
import { expect } from './test.ts';

const total = z.object({ totalItems: z.number() });
const accounts = z.object({
  data: z.object({ accounts: z.array(z.object({ completeSince: z.nullable(z.string()) })).check(z.minLength(1)) }),
});

const read = async (page: Page, path: string): Promise<unknown> => {
  const { token } = await storedUser(page);
  return (await page.request.get(apiBase + path, { headers: { authorization: `Bearer ${token}` } })).json();
};

/** Waits, without using the page, until `count` leads of a connection have been collected. */
export const waitForLeads = (page: Page, list: 'meta' | 'tiktok', count: number): Promise<void> =>
  expect.poll(async () => total.parse(await read(page, `/leads/${list}`)).totalItems).toBe(count);

/** Waits, without using the page, until the last `count` days of all accounts have been read. */
export const waitForDays = async (page: Page, count: number): Promise<void> => {
  const range = lastDays(count);
  const isComplete = async (): Promise<boolean> => {
    const answer = accounts.parse(await read(page, `${listCampaigns.path}?${new URLSearchParams(range)}`));
    return answer.data.accounts.every(({ completeSince }) => completeSince !== null && completeSince <= range.since);
  };
  await expect.poll(isComplete).toBe(true);
};
