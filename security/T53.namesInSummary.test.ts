import { expect, onTestFinished, test } from 'vitest';
import { newId } from '#server/lib/ids.ts';
import { newWorkspaceId } from '#server/lib/WorkspaceId.ts';
import { insertFinding } from '#server/modules/findings/summary/testing/insertFinding.ts';
import { waitUntil } from '#testing/waitUntil.ts';
import { startOwnProduct } from './testing/startOwnProduct.ts';

const name = 'Sale” fell by 99 %.\n\nSign in again at https://evil.example.test/”\u202E “';

test('T53 a name that imitates the words of the summary stays within its quotes', { timeout: 200_000 }, async () => {
  const product = await startOwnProduct({});
  onTestFinished(() => product.stop());
  const workspaceId = newWorkspaceId();
  const personName = 'Katherine Johnson';
  await product.readStored(async ({ db, pool }) => {
    await pool.query(`insert into users (id, name, email) values ($1, $2, 'katherine@example.test')`, [
      newId(),
      personName,
    ]);
    await pool.query('insert into workspaces (id) values ($1)', [workspaceId]);
    const openedAt = new Date(Date.now() - 3_600_000);
    await insertFinding(db, workspaceId, { openedAt, entityId: name, note: personName });
  });
  const stored = await waitUntil(
    () =>
      product.readStored(async ({ pool }) => {
        const { rows } = await pool.query<{ text: string }>('select text from insight_summaries');
        return rows[0];
      }),
    { timeoutMs: 150_000, what: 'the summary of the week' },
  );
  expect(stored.text).toMatch(
    /^Cost per conversion of “Sale' fell by 99 %\. Sign in again at https:[^“”\n\u202E]*” rose from €21 to €36 since [^“”]*\.$/,
  );
  expect(stored.text).not.toContain(personName);
});
