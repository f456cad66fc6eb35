import { expect, onTestFinished, test } from 'vitest';
import { finishConnection, listConnections } from '#shared/contracts/connections.ts';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { login, resetPassword } from '#shared/contracts/users.ts';
import { passConsent } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { askCredential, showCredential } from './testing/googleCredentials.ts';
import { askForCode } from './testing/mailbox.ts';
import { newMember } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

/** Proves the ownership of the mailbox with a code and keeps the password. */
const proveMailbox = async (member: Member): Promise<Member> => {
  const { email, password } = member;
  const body = { email, otp: await askForCode(email), newPassword: password, confirmPassword: password };
  expect((await member.request(resetPassword, { body })).status).toBe(200);
  const signedIn = await member.request(login, { body: { email, password } });
  return { ...member, token: signedIn.body.data.token };
};

/** Which of a member's ways to sign in still work. */
const signInStatuses = async ({ request, token, email, password }: Member) => ({
  password: (await request(login, { body: { email, password } })).status,
  session: (await request(listNotifications, { token })).status,
});

const signInWithGoogle = async (claims: Record<string, unknown>) => {
  const { status, body } = await showCredential(await askCredential(claims));
  return { status, userId: status === 200 ? body.data._id : null };
};

const linking = [
  { ours: 'unproven', address: 'the same', isSame: true, left: { password: 401, session: 401 } },
  { ours: 'proven', address: 'the same', isSame: true, left: { password: 200, session: 200 } },
  { ours: 'unproven', address: 'another', isSame: false, left: { password: 200, session: 200 } },
  { ours: 'proven', address: 'another', isSame: false, left: { password: 200, session: 200 } },
];

test.each(linking)(
  'T14 after a Google sign-in with $address address for a $ours account, the old ways to sign in answer $left',
  async ({ ours, isSame, left }) => {
    const member = ours === 'proven' ? await proveMailbox(await newMember()) : await newMember();
    const google = await signInWithGoogle({ email: isSame ? member.email.toUpperCase() : `x${member.email}` });
    expect([google.status, google.userId === member.userId]).toEqual([200, isSame]);
    expect(await signInStatuses(member)).toEqual(left);
  },
);

test('T14 an address that Google has not verified changes nothing', async () => {
  const ada = await newMember();
  for (const claims of [{ emailVerified: false }, { email: null, name: ada.email }, { email: `${ada.email}\0` }])
    expect(await signInWithGoogle({ email: ada.email, ...claims })).toEqual({ status: 401, userId: null });
  expect(await signInStatuses(ada)).toEqual({ password: 200, session: 200 });
});

test('T14 a squatter loses the account for good when the owner of the address signs in', async () => {
  const squatter = await newMember('google', 'facebook');
  const socket = openSocket(target.webUrl, { ...squatter, headers: squatter.forwarded });
  onTestFinished(() => socket.close());
  expect(await socket.handshake).toBeNull();
  const cut = new Promise((resolve) => {
    socket.socket.once('disconnect', resolve);
  });
  const { state } = await passConsent({ url: target.webUrl }, { platform: 'tiktok', userId: squatter.userId });

  const { body } = await showCredential(await askCredential({ email: squatter.email }));
  expect(body.data._id).toBe(squatter.userId);
  expect(await cut).toBe('io server disconnect');
  expect(await signInStatuses(squatter)).toEqual({ password: 401, session: 401 });
  // The squatter's open consent does not bring their grant into the account.
  const finished = await squatter.request(finishConnection, { token: body.data.token, body: { state } });
  expect(finished.status).toBe(400);
  // Exports of the owner do not go to the squatter's Google account.
  const connections = await squatter.request(listConnections, { token: body.data.token });
  expect(connections.body.data.filter((each) => each.state !== 'disconnected')).toEqual([]);
});
