import { partialMatchKey, QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { queryKeys } from './queryKeys.ts';

it('refuses array literals as query keys', async () => {
  const client = new QueryClient();
  client.setQueryData(queryKeys.connections, []);
  // @ts-expect-error An array literal is not a query key.
  await client.invalidateQueries({ queryKey: ['connections'] });
  // @ts-expect-error An array literal is not a query key.
  expect(client.getQueryData(['connections'])).toEqual([]);
});

it('reloads lead work and activity together with the leads', () => {
  const { leads, leadWork, activity } = queryKeys;
  expect(partialMatchKey(leadWork.all, leads.all)).toBe(true);
  for (const key of [activity.list(1), activity.leftLeads('1'), leadWork.detail('1'), leadWork.responseGoal])
    expect(partialMatchKey(key, leadWork.all)).toBe(true);
});

it('keeps the lists of leads apart', () => {
  const { leads, leadWork } = queryKeys;
  expect(partialMatchKey(leads.stored('facebook', 1, ''), leads.of('facebook'))).toBe(true);
  expect(partialMatchKey(leads.forms('facebook'), leads.of('facebook'))).toBe(true);
  expect(partialMatchKey(leads.custom(1, ''), leads.of('custom'))).toBe(true);
  for (const key of [leads.stored('tiktok', 1, ''), leads.custom(1, ''), leadWork.detail('1'), leads.facets])
    expect(partialMatchKey(key, leads.of('facebook'))).toBe(false);
});
