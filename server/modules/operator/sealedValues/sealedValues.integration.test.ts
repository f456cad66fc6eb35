import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/database/drizzle.ts';
import { newEncryptionKey } from '#server/config/encryptionKeys.ts';
import { connections, erasures, leadPages, oauthStates } from '#server/database/schema.ts';
import { createSecretBox } from '#server/lib/crypto/aesSecretBox.ts';
import { placeOfConsent } from '#server/modules/connections/consent/oauthStates.store.ts';
import { findConnection } from '#server/modules/connections/connections.store.ts';
import { openTokens, sealTokens } from '#server/modules/connections/access/tokens.ts';
import { placeOfPageToken } from '#server/modules/leads/collect/reconcile/leadReading.ts';
import { deleteErasures } from '#server/archive/restore/deleteErasures.ts';
import { startTestApi } from '#testing/api/startTestApi.ts';
import type { TestApi, TestPerson } from '#testing/api/startTestApi.ts';
import { KeyMissingError, requireKeys } from './requireKeys.ts';
import { resealValues } from './resealValues.handler.ts';
import { countSealedByKey, sealedColumns } from './sealedValues.store.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const [oldKey, newKey] = [newEncryptionKey(), newEncryptionKey()];
const oldBox = createSecretBox([oldKey]);
const newBox = createSecretBox([newKey, oldKey]);
const [oldId] = oldBox.keyIds;
const [newId] = newBox.keyIds;

const tokens = { accessToken: 'access token', refreshToken: 'refresh token', expiresAt: null };
const grant = { externalId: 'external', externalName: 'Ada', grantedScopes: [] };
/** No longer than the lifetime of a consent, or the consent would count as created before a clock change. */
const soon = new Date(Date.now() + 5 * 60_000);

/** A person with a value in every sealed column. */
const newSealed = async (): Promise<TestPerson> => {
  const person = await api.registerUser();
  const { userId, workspaceId } = person;
  const { db } = api.context;
  const owner = { workspaceId, platform: 'facebook' } as const;
  const state = { userId, stateHash: `state of ${userId}` };
  const page = { ...owner, pageId: 'page' };
  await db.insert(connections).values({ ...owner, ...grant, ...sealTokens(oldBox, owner, tokens) });
  await db.insert(leadPages).values({
    ...page,
    name: 'Page',
    listedAt: new Date(),
    accessToken: oldBox.seal('page token', placeOfPageToken(owner, page.pageId)),
  });
  await db.insert(oauthStates).values({
    ...state,
    platform: 'facebook',
    codeVerifier: oldBox.seal('verifier', placeOfConsent('code_verifier', state)),
    grant: oldBox.seal('grant', placeOfConsent('grant', state)),
    expiresAt: soon,
  });
  return person;
};

test('reseals values of an older key with the first key', async () => {
  const { db, logger } = api.context;
  const [ada, bob] = [await newSealed(), await newSealed()];
  const before = await findConnection(db, ada.workspaceId, 'facebook');
  await db.execute(
    sql`update connections set access_token = 'damaged' || access_token where workspace_id = ${bob.workspaceId}`,
  );
  await db.execute(
    sql`update connections set refresh_token = replace(refresh_token, ${oldId} || '.', ${oldId} || '.AAAA') where workspace_id = ${bob.workspaceId}`,
  );

  expect(await resealValues({ db, logger, secrets: newBox })).toBe(8);
  // The damaged value stays unchanged and does not block the others.
  expect(await countSealedByKey(db)).toEqual(
    new Map([
      [newId, 8],
      [oldId, 2],
    ]),
  );
  const onlyNew = createSecretBox([newKey]);
  const row = await findConnection(db, ada.workspaceId, 'facebook');
  expect(row && openTokens(onlyNew, row)).toEqual(tokens);
  expect(row?.version).toBe(before?.version);
  const batch = { keyIds: [newId], limitRows: 10, skipRows: 0 };
  const lists = await Promise.all(sealedColumns.map((list) => list(db, batch)));
  expect(lists.map((values) => values.map(({ sealed, place }) => onlyNew.open(sealed, place)))).toEqual([
    ['access token'],
    ['refresh token'],
    ['page token', 'page token'],
    ['verifier', 'verifier'],
    ['grant', 'grant'],
  ]);

  // With the first key alone there is nothing to reseal. With the older key alone, Leadlight does not start.
  expect(await resealValues({ db, logger, secrets: onlyNew })).toBe(0);
  await expect(requireKeys(db, newBox)).resolves.toBeUndefined();
  const refusal = requireKeys(db, oldBox);
  await expect(refusal).rejects.toThrow(KeyMissingError);
  await expect(refusal).rejects.toThrow(new RegExp(`${newId} \\(8\\)[^]*ENCRYPTION_KEY`));
});

test('does not overwrite a value that changes meanwhile', async () => {
  const { db } = api.context;
  const { workspaceId } = await newSealed();
  const owner = { workspaceId, platform: 'facebook' } as const;
  const [listAccessTokens] = sealedColumns;
  const values = (await listAccessTokens?.(db, { keyIds: [oldId], limitRows: 1000, skipRows: 0 })) ?? [];
  const value = values.find(({ place }) => place.includes(workspaceId));
  const newer = sealTokens(oldBox, owner, { ...tokens, accessToken: 'renewed' });
  await db.execute(sql`update connections set access_token = ${newer.accessToken} where workspace_id = ${workspaceId}`);
  expect(await value?.replace(newBox.seal('access token', value.place))).toBe(false);
  const row = await findConnection(db, workspaceId, 'facebook');
  expect(row && openTokens(oldBox, row).accessToken).toBe('renewed');
});

test('a pending deletion needs its key until it is done or forgotten with the key', async () => {
  const { db, pool } = api.context;
  const lostBox = createSecretBox([newEncryptionKey()]);
  const [lostId] = lostBox.keyIds;
  const addJob = (name: string, data: object, state = 'created') =>
    pool.query(`insert into jobs.job (name, data, state, start_after) values ($1, $2, $3, now() + interval '1 hour')`, [
      name,
      data,
      state,
    ]);
  const person = { workspaceId: 'ada', code: 'person', person: lostBox.seal('a person', 'place') };
  const address = lostBox.seal('an address', 'place');
  await db.insert(erasures).values({ code: 'person', kind: 'person' });
  await addJob('erase-person', person);
  await addJob('erase-person', person, 'completed');
  await addJob('dead-letter', { name: 'erase-person', payload: person });
  await addJob('erase-account', { code: 'account', address });
  await addJob('account-deleted-mail', { code: 'account', address });

  expect((await countSealedByKey(db)).get(lostId)).toBe(3);
  await expect(requireKeys(db, newBox)).rejects.toThrow(lostId);
  const query = async <Row>(text: string, values?: unknown[]) => (await pool.query(text, values)).rows as Row[];
  expect(await deleteErasures({ query }, newBox)).toBe(1);
  await expect(requireKeys(db, newBox)).resolves.toBeUndefined();
  expect(await db.select().from(erasures)).toEqual([]);
  const kept = await query(`select data from jobs.job where name = 'erase-account'`);
  expect(kept).toEqual([{ data: { code: 'account', address: null } }]);
});
