import { expect, onTestFinished, test } from 'vitest';
import { listNotifications } from '#shared/contracts/notifications.ts';
import { login, updateProfile } from '#shared/contracts/users.ts';
import { openSocket } from '#testing/api/openSocket.ts';
import { awaitMail, readMails } from './testing/mailbox.ts';
import { newMember } from './testing/strangers.ts';
import { target } from './testing/target.ts';

test('T16 a new password ends the other sessions at once, and the owner gets a mail', async () => {
  const ada = await newMember();
  const signIn = (password: string) => ada.request(login, { body: { email: ada.email, password } });
  const isAlive = async (token: string) => (await ada.request(listNotifications, { token })).status === 200;
  const stolen = (await signIn(ada.password)).body.data.token;
  const sockets = [ada.token, stolen].map((token) =>
    openSocket(target.webUrl, { userId: ada.userId, token, headers: ada.forwarded }),
  );
  onTestFinished(() => sockets.forEach((socket) => socket.close()));
  for (const { handshake } of sockets) expect(await handshake).toBeNull();
  const [own, foreign] = sockets;
  const cut = new Promise((resolve) => {
    foreign?.socket.once('disconnect', resolve);
  });

  // A request without a valid new password ends no session.
  for (const body of [{ name: 'Ada B. Example' }, { password: '' }, { password: '12345' }])
    await ada.request(updateProfile, { body });
  expect(await isAlive(stolen)).toBe(true);

  const password = '  another long one ';
  expect((await ada.request(updateProfile, { body: { password } })).status).toBe(200);
  expect(await cut).toBe('io server disconnect');
  expect([await isAlive(stolen), await isAlive(ada.token), own?.socket.connected]).toEqual([false, true, true]);
  expect([(await signIn(ada.password)).status, (await signIn(password)).status]).toEqual([401, 200]);

  const mail = await awaitMail(ada.email);
  expect(mail).toMatchObject({ to: ada.email, subject: 'Your Leadlight password was changed' });
  expect(mail.text).toContain(`${target.url}/forgot-password`);
  expect(mail.text).not.toContain(password.trim());
  expect(await readMails(ada.email)).toHaveLength(1);
  // An ended session cannot change the password.
  expect((await ada.request(updateProfile, { token: stolen, body: { password: 'a third one' } })).status).toBe(401);
  expect((await signIn(password)).status).toBe(200);
});
