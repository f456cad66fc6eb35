import { expect, test } from 'vitest';
import { preparePlatformLeads } from './prepareRows.ts';

test('a form id too long for the database is kept only as an answer', async () => {
  const formId = 'f'.repeat(5_000);
  const { accepted, rejected } = await preparePlatformLeads([
    ['id', 'form_id'],
    ['1', formId],
    ['2', ' 77 '],
  ]);
  expect(rejected).toEqual([]);
  expect(accepted.map((lead) => lead.formId)).toEqual([null, '77']);
  expect(accepted[0]?.answers).toContainEqual({ name: 'form_id', values: [formId] });
});

test('a long question is shortened, and an empty one is named after its position', async () => {
  const { accepted } = await preparePlatformLeads([
    ['q'.repeat(50_000), ' ', `${'x'.repeat(199)}\u{1F600}`, 'email'],
    ['a', 'b', 'c', 'ada@example.test', 'beyond the header'],
  ]);
  const [lead] = accepted;
  expect(lead?.answers.map(({ name }) => name.length)).toEqual([200, 8, 200, 5, 8]);
  expect(lead?.answers.map(({ name }) => name).filter((name) => !name.isWellFormed())).toEqual([]);
  expect(lead?.answers[1]).toEqual({ name: 'Column 2', values: ['b'] });
  expect(lead?.contact.email).toBe('ada@example.test');
});

test('any flag text is read as yes, no or unknown', async () => {
  const words = ['TRUE', ' yes ', '1', 'false', '0', 'No', '', 'maybe', '__proto__', 'constructor'];
  const { accepted } = await preparePlatformLeads([['id', 'is_organic'], ...words.map((word, n) => [String(n), word])]);
  const said = [true, true, true, false, false, false];
  expect(accepted.map((lead) => lead.isOrganic)).toEqual([...said, null, null, null, null]);
});
