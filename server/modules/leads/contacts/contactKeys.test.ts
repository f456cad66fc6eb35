import { expect, test } from 'vitest';
import { contactKeys, emailKey, phoneKey } from './contactKeys.ts';

test.each([
  [' Ada@Example.TEST ', 'ada@example.test'],
  ['ａｄａ＠ｅｘａｍｐｌｅ．ｔｅｓｔ', 'ada@example.test'],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
  ['ada@XN--BCHER-KVA.example', 'ada@xn--bcher-kva.example'],
  // At most providers, addresses with other dots or plus signs belong to other people.
  ['a.da+ads@example.test', 'a.da+ads@example.test'],
  ['ﬁona@example.test', 'fiona@example.test'],
  ['mailto:ada@example.test', 'ada@example.test'],
  ['Ada <ada@example.test>', 'ada@example.test'],
  ['\u200bada@exam\u00adple.test.', 'ada@example.test'],
  ['ada@example.test, ben@example.test', 'ada@example.test'],
])('normalizes the address %j to %j', (text, key) => {
  expect(emailKey(text)).toBe(key);
});

test.each(['', 'none', '@example.test', 'ada@', 'ada@localhost', `${'x'.repeat(250)}@b.test`, 'a@b@c'])(
  'finds no address in %j',
  (text) => {
    expect(emailKey(text)).toBeNull();
  },
);

test.each([
  ['+49 171 2345678', null, '+491712345678'],
  ['0049 171 2345678', 'DE', '+491712345678'],
  ['0171/23 45-678', 'DE', '+491712345678'],
  ['+49 (0)171 2345678', null, '+491712345678'],
  ['p:+491712345678', null, '+491712345678'],
  ['٠١٧١٢٣٤٥٦٧٨', 'DE', '+491712345678'],
  ['(415) 555-2671', 'US', '+14155552671'],
  ['07400 123456', 'GB', '+447400123456'],
  // Ranges outside every numbering plan, as used by the sandbox.
  ['+44 7700 900123', null, '+447700900123'],
  ['07700 900123', 'GB', '+447700900123'],
  ['+1 (555) 010-1234', null, '+15550101234'],
  ['555-010-1234', 'US', '+15550101234'],
] as const)('normalizes the number %j with the country %s to %j', (text, country, key) => {
  expect(phoneKey(text, country)).toBe(key);
});

test.each([
  ['0171 2345678', null],
  ['', 'DE'],
  ['12345', 'DE'],
  ['0000000000', 'DE'],
  ['+49 111 1111111', null],
  ['+1 555', null],
  ['none', 'DE'],
  ['1'.repeat(100_000), 'DE'],
] as const)('finds no number in %j with the country %s', (text, country) => {
  expect(phoneKey(text, country)).toBeNull();
});

test('the country of a lead takes precedence over the country of the workspace', () => {
  const lead = { email: '', phone: '0664 1234567', country: 'Austria' };
  expect(contactKeys(lead, 'DE').phoneKey).toBe('+436641234567');
  expect(contactKeys({ ...lead, country: null }, null).phoneKey).toBeNull();
  expect(contactKeys({ ...lead, country: 'AUT' }, 'DE').phoneKey).toBe('+436641234567');
  expect(contactKeys({ ...lead, country: 'Österreich' }, 'DE').phoneKey).toBe('+436641234567');
});

test('an unknown country of a lead gives no phone key, and an empty one that of the workspace', () => {
  const lead = { email: '', phone: '0171 2345678' };
  expect(contactKeys({ ...lead, country: 'Atlantis' }, 'DE').phoneKey).toBeNull();
  expect(contactKeys({ ...lead, phone: '+491712345678', country: 'Atlantis' }, 'DE').phoneKey).toBe('+491712345678');
  expect(contactKeys({ ...lead, country: ' ' }, 'DE').phoneKey).toBe('+491712345678');
});
