import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BulkAction } from '#shared/contracts/leadBulk.ts';
import { bulkLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi } from '#testing/api/startTestApi.ts';
import { actAs, readLeadState, storeLeads } from './testing/activityTests.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const half = bulkLimits.rows / 2;

test(
  'undo restores the highest allowed number of leads exactly, and larger actions are rejected',
  { timeout: 120_000 },
  async () => {
    const person = await api.registerUser();
    const { workspaceId } = person;
    const ada = actAs(api, person);
    await storeLeads(
      api,
      workspaceId,
      'facebook',
      Array.from({ length: half }, (_, number) => number),
    );
    await ada.save(Array.from({ length: half }, (_, number) => ({ id: `${number}`, Name: `Row ${number}` })));
    const actions: BulkAction[] = [
      { kind: 'status', statusId: 'contacted' },
      { kind: 'tags', add: ['hot'], remove: [] },
      { kind: 'delete' },
    ];
    for (const action of actions) {
      const before = await readLeadState(api, workspaceId);
      const { activityId, changed } = (await ada.bulk({ filter: {} }, action)).body.data;
      expect(changed).toBe(bulkLimits.rows);
      const { undone } = (await ada.undo(activityId ?? '')).body.data;
      expect(undone).toMatchObject({ restored: bulkLimits.rows, left: 0 });
      expect(await readLeadState(api, workspaceId)).toEqual(before);
    }
    await ada.save([{ Name: 'One more' }]);
    const refused = await ada.bulk({ filter: {} }, { kind: 'delete' });
    expect([refused.status, refused.body.message]).toEqual([400, messages.activity.tooManyLeads(bulkLimits.rows)]);
  },
);
