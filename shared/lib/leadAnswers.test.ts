import { expect, test } from 'vitest';
import { readContact } from './leadAnswers.ts';

test('compares names in lower case with underscores, and uses the first value [S2.META.4] [S2.META.5]', () => {
  const answers = [
    { name: 'Full Name', values: ['Ada Example', 'B'] },
    { name: 'EMAIL', values: ['ada@example.test'] },
    { name: 'PHONE NUMBER', values: ['+4915100000001'] },
    { name: 'city', values: ['Berlin'] },
  ];
  expect(readContact(answers)).toEqual({ name: 'Ada Example', email: 'ada@example.test', phone: '+4915100000001' });
});

test('joins first and last name; reads TikTok’s Name; leaves missing parts empty', () => {
  const halves = [
    { name: 'last_name', values: ['Example'] },
    { name: 'first_name', values: ['Ada'] },
  ];
  expect(readContact(halves)).toEqual({ name: 'Ada Example', email: '', phone: '' });
  expect(readContact([{ name: 'Name', values: ['Zoë'] }]).name).toBe('Zoë');
  expect(readContact([{ name: 'email', values: ['', 'b@example.test'] }]).email).toBe('b@example.test');
  expect(readContact([])).toEqual({ name: '', email: '', phone: '' });
});
