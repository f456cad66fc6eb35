import { expect, test } from 'vitest';
import { register, sendOtp, updateProfile } from '#shared/contracts/users.ts';
import { oneTimeCode } from '#shared/limits.ts';
import { askForCode, awaitMail, readMails } from './testing/mailbox.ts';
import { newMember, newStranger } from './testing/strangers.ts';
import type { Member, Stranger } from './testing/strangers.ts';

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

const askAs = async (stranger: Stranger, member: Member, count: number): Promise<number> => {
  const email = count % 2 === 0 ? member.email : ` ${member.email.toUpperCase()} `;
  return (await stranger.request(sendOtp, { body: { email } })).status;
};

test('T47 a mailbox cannot be flooded by many strangers or by spellings of its address', async () => {
  const member = await newMember();
  const limit = oneTimeCode.mailsPerHourForAll;
  for (let count = 0; count < limit; count += 1) expect(await askAs(newStranger(), member, count)).toBe(200);
  await awaitMail(member.email, limit);
  for (let count = 0; count < 5; count += 1) expect(await askAs(newStranger(), member, count)).toBe(200);
  // A later mail to another person has arrived, so no more will follow.
  const other = await newMember();
  await askForCode(other.email);
  expect(await readMails(member.email)).toHaveLength(limit);
});

test('T47 the limit for one stranger is lower than the limit for all together', async () => {
  const [member, stranger] = [await newMember(), newStranger()];
  for (let count = 0; count < oneTimeCode.mailsPerHour; count += 1)
    expect(await askAs(stranger, member, count)).toBe(200);
  expect(await askAs(stranger, member, 0)).toBe(429);
  expect(await askAs(newStranger(), member, 0)).toBe(200);
});
