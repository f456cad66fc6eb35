import { expect, it } from 'vitest';
import { leadIdentity } from './leadIdentity.ts';
import { readLeadRows } from './readLeadFile.ts';

const identitiesOf = (...rows: string[][]): string[] =>
  readLeadRows([['id', 'Name', 'Email', 'Phone', 'Created at', 'City'], ...rows], { country: 'GB' }).leads.map(
    leadIdentity,
  );

it('is the id, whatever else changes', () => {
  const [one, same, other] = identitiesOf(
    ['l:1', 'Ada', 'ada@example.test', '', '', ''],
    ['1', 'Ada Example', 'new@example.test', '', '2026-01-02', 'Riverton'],
    ['2', 'Ada', 'ada@example.test', '', '', ''],
  );
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});

it('is the address without an id, in any case, at one time', () => {
  const [one, same, later] = identitiesOf(
    ['', 'Ada', 'ada@example.test', '', '2026-01-02T10:00:00+01:00', ''],
    ['N/A', 'Ada E.', 'Ada@Example.test', '07400 123401', '2026-01-02 09:00', 'Riverton'],
    ['', 'Ada', 'ada@example.test', '', '2026-01-03', ''],
  );
  expect(same).toBe(one);
  expect(later).not.toBe(one);
});

it('is the phone number without an address, in any notation', () => {
  const [one, same] = identitiesOf(
    ['', 'Ada', '', '07400 123401', '', ''],
    ['', 'Ada E.', '', '+44 7400 123401', '', ''],
  );
  expect(same).toBe(one);
});

it('is the whole content without any contact', () => {
  const [one, same, other] = identitiesOf(
    ['', 'Ada Example', '', '', '', 'Riverton'],
    ['', 'Ada Example', '', '', '', 'Riverton'],
    ['', 'Ada Example', '', '', '', 'Lakeside'],
  );
  expect(same).toBe(one);
  expect(other).not.toBe(one);
});
