import { expect, onTestFinished, test } from 'vitest';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { finishConnection } from '#shared/contracts/connections.ts';
import { deleteAccount } from '#shared/contracts/privacy.ts';
import { login, logout, resetPassword } from '#shared/contracts/users.ts';
import { passConsent } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { askForCode } from './testing/mailbox.ts';
import { newMember, newStranger } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

/** Opens two sessions of one person, each with a socket. */
const signInTwice = async () => {
  const ada = await newMember();
  const { body } = await ada.request(login, { body: { email: ada.email, password: ada.password } });
  const sessions = [ada.token, body.data.token].map((token) => {
    const opened = openSocket(target.webUrl, {
      userId: ada.userId,
      token,
      headers: ada.forwarded,
    });
    onTestFinished(() => opened.close());
    const { socket, handshake } = opened;
    const cut = new Promise<string>((resolve) => {
      socket.once('disconnect', resolve);
    });
    return { token, socket, handshake, cut };
  });
  for (const { handshake } of sessions) expect(await handshake).toBeNull();
  const [first, second] = sessions;
  if (!first || !second) throw new Error('Two sessions were opened');
  return { ada, first, second };
};

type Session = Awaited<ReturnType<typeof signInTwice>>['first'];

const expectDead = async (ada: Member, { token, cut }: Session): Promise<void> => {
  expect(await cut).toBe('io server disconnect');
  expect((await ada.request(listNotifications, { token })).status).toBe(401);
  const again = openSocket(target.webUrl, { userId: ada.userId, token, headers: ada.forwarded });
  expect(await again.handshake).toMatchObject({ data: { code: 'SESSION_EXPIRED' } });
  again.close();
};

test('T07 a logout ends only its session and socket', async () => {
  const { ada, first, second } = await signInTwice();
  expect((await ada.request(logout, { token: first.token })).status).toBe(200);
  await expectDead(ada, first);
  expect((await ada.request(listNotifications, { token: second.token })).status).toBe(200);
  expect(second.socket.connected).toBe(true);
});

test('T07 a password reset ends all sessions, sockets and open consents', async () => {
  const { ada, first, second } = await signInTwice();
  const { state } = await passConsent({ url: target.webUrl }, { platform: 'google', userId: ada.userId });
  const otp = await askForCode(ada.email);
  const newPassword = 'another long one';
  const body = { email: ada.email, otp, newPassword, confirmPassword: newPassword };
  expect((await newStranger().request(resetPassword, { body })).status).toBe(200);
  for (const session of [first, second]) await expectDead(ada, session);
  const again = await ada.request(login, { body: { email: ada.email, password: newPassword } });
  const { status } = await ada.request(finishConnection, { token: again.body.data.token, body: { state } });
  expect(status).toBe(400);
});

test('T07 deleting an account ends all its sessions and sockets', async () => {
  const { ada, first, second } = await signInTwice();
  expect((await ada.request(deleteAccount, { body: { email: ada.email } })).status).toBe(200);
  for (const session of [first, second]) await expectDead(ada, session);
  expect((await ada.request(login, { body: { email: ada.email, password: ada.password } })).status).toBe(401);
});
