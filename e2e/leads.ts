import type { Page } from '@playwright/test';
import * as z from 'zod';
import { apiBase } from '#shared/contracts/endpoint.ts';
import { storedUser } from './people.ts';
import { expect } from './test.ts';

const total = z.object({ totalItems: z.number() });

/** Waits, without using the page, until `count` leads of a connection have been collected. */
export const waitForLeads = async (page: Page, list: 'meta' | 'tiktok', count: number): Promise<void> => {
  const { token } = await storedUser(page);
  const collected = async (): Promise<number> => {
    const answer = await page.request.get(`${apiBase}/leads/${list}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    return total.parse(await answer.json()).totalItems;
  };
  await expect.poll(collected).toBe(count);
};
