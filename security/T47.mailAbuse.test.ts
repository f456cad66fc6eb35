import { expect, test } from 'vitest';
import { register, sendOtp, updateProfile } from '#shared/contracts/users.ts';
import { askForCode, awaitMail, readMails } from './testing/mailbox.ts';
import { newMember, newStranger } from './testing/strangers.ts';

const unwritable = [
  'Eve\r\nBcc: victim@example.test',
  'Eve\nSubject: You have won',
  'Eve\r\n\r\nDear customer, https://evil.example',
];
const injections = [
  'Eve, you have won: https://evil.example',
  'Eve <victim@example.test>, victim@example.test',
  'Eve%0d%0aBcc:%20victim@example.test',
  'Eve\u2028Bcc: victim@example.test',
  '=?utf-8?B?RXZlDQpCY2M6IHZpY3RpbUBleGFtcGxlLnRlc3Q=?=',
  '"Eve" <victim@example.test>',
];

test("T47 a person's name never gets into a mail", async () => {
  for (const name of injections) {
    const member = await newMember();
    for (const refused of unwritable)
      expect((await member.request(updateProfile, { body: { name: refused } })).status).toBe(400);
    const { status, body } = await member.request(updateProfile, { body: { name } });
    expect([status, body.data.name]).toEqual([200, name]);
    await askForCode(member.email);
    const mail = await awaitMail(member.email);
    expect(mail).toMatchObject({ to: member.email, subject: 'Your Leadlight code' });
    expect(mail.text).not.toMatch(/Eve|victim|evil|Bcc|won/);
  }
  expect(await readMails('victim@example.test')).toEqual([]);
});

test('T47 a value that is not a single address is refused', async () => {
  const stranger = newStranger();
  for (const email of [
    'a@example.test\r\nBcc: victim@example.test',
    'a@example.test\nRCPT TO:<victim@example.test>',
    'a@example.test,victim@example.test',
    'a@example.test;victim@example.test',
    'Eve <victim@example.test>',
    '<victim@example.test>',
    'a@example.test>\r\nDATA\r\n',
    'a@example.test%0d%0aBcc:victim@example.test',
    'a@example.test victim@example.test',
    'a,b@example.test',
    'a;b@example.test',
    'a:b@example.test',
    '"a"@example.test',
    'a\u0000@example.test',
    ['a@example.test', 'victim@example.test'],
    { address: 'victim@example.test' },
  ]) {
    const body = { name: 'Eve', email, password: 'long enough', confirmpassword: 'long enough' };
    expect([email, (await stranger.request(sendOtp, { body: { email } })).status]).toEqual([email, 400]);
    expect([email, (await stranger.request(register, { body })).status]).toEqual([email, 400]);
  }
  expect(await readMails('victim@example.test')).toEqual([]);
});
