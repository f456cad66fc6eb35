import { expect, test } from 'vitest';
import { login, updateProfile } from '#shared/contracts/users.ts';
import { newMember } from './testing/strangers.ts';

const columnsOf = ({ userId, email, token }: { userId: string; email: string; token: string }) => ({
  _id: userId,
  id: userId,
  userId,
  email,
  role: 'admin',
  token,
  google: true,
  facebook: true,
  tiktok: true,
  emailProvenAt: '2026-01-01T00:00:00.000Z',
  passwordHash: 'x',
  createdAt: '2020-01-01T00:00:00.000Z',
});

test('T15 a profile update sets a name, a password and defaults, and no other column of a user', async () => {
  const [ada, bob] = [await newMember(), await newMember()];
  for (const [column, value] of Object.entries(columnsOf(bob))) {
    await ada.request(updateProfile, { body: { name: 'Eve', [column]: value } });
    const { status, body } = await ada.request(updateProfile, { body: { name: 'Ada Example' } });
    expect({ column, status, data: body.data }).toEqual({ column, status: 200, data: ada.user });
  }
  // If the hash had been overwritten, she could no longer sign in.
  const credentials = { email: ada.email, password: ada.password };
  expect((await ada.request(login, { body: credentials })).status).toBe(200);
  const { body } = await bob.request(login, { body: { email: bob.email, password: bob.password } });
  expect(body.data).toEqual({ ...bob.user, token: body.data.token });
});
