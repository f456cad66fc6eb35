import { expect, onTestFinished, test } from 'vitest';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { finishConnection } from '#shared/contracts/connections.ts';
import { login, resetPassword } from '#shared/contracts/users.ts';
import { passConsent } from '#testing/api/connectPlatform.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { askForCode } from './testing/mailbox.ts';
import { newMember, newStranger } from './testing/strangers.ts';
import type { Member } from './testing/strangers.ts';
import { target } from './testing/target.ts';

/** Opens a socket for a session. @returns the token, and the reason once the socket is disconnected */
const openSession = async ({ userId, forwarded }: Member, token: string) => {
  const opened = openSocket(target.webUrl, { userId, token, headers: forwarded });
  onTestFinished(() => opened.close());
  const cut = new Promise<string>((resolve) => {
    opened.socket.once('disconnect', resolve);
  });
  expect(await opened.handshake).toBeNull();
  return { token, cut };
};

test('T07 a password reset ends all sessions, sockets and open consents', async () => {
  const ada = await newMember();
  const other = await ada.request(login, { body: { email: ada.email, password: ada.password } });
  const sessions = [await openSession(ada, ada.token), await openSession(ada, other.body.data.token)];
  const { state } = await passConsent({ url: target.webUrl }, { platform: 'google', userId: ada.userId });
  const otp = await askForCode(ada.email);
  const newPassword = 'another long one';
  const body = { email: ada.email, otp, newPassword, confirmPassword: newPassword };
  expect((await newStranger().request(resetPassword, { body })).status).toBe(200);
  for (const { token, cut } of sessions) {
    expect(await cut).toBe('io server disconnect');
    expect((await ada.request(listNotifications, { token })).status).toBe(401);
    const socket = openSocket(target.webUrl, { userId: ada.userId, token, headers: ada.forwarded });
    expect(await socket.handshake).toMatchObject({ data: { code: 'SESSION_EXPIRED' } });
    socket.close();
  }
  const again = await ada.request(login, { body: { email: ada.email, password: newPassword } });
  const { status } = await ada.request(finishConnection, { token: again.body.data.token, body: { state } });
  expect(status).toBe(400);
});
