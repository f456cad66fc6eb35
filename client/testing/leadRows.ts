import type { FormLead, Lead } from '#shared/contracts/leads.ts';
import { toPageFields } from '#shared/contracts/paging.ts';

const two = (number: number): string => String(number).padStart(2, '0');

/** A stored lead. The number makes it unique. */
export const buildLead = (number: number, overrides: Partial<Lead> = {}): Lead => ({
  leadId: `50000000000000${two(number)}`,
  field_data: {
    'full name': `Ada Example ${number}`,
    email: `ada.${number}@example.test`,
    phone_number: `+49151000000${two(number)}`,
  },
  formId: '600000000000201',
  formName: 'Test drive request',
  createdAt: '2026-11-12T08:49:14.000Z',
  updatedAt: '2026-11-12T08:50:00.000Z',
  ...overrides,
});

/** A lead as Meta's lead service sends it. */
export const buildFormLead = (number: number, overrides: Partial<FormLead> = {}): FormLead => ({
  id: `50000000000000${two(number)}`,
  created_time: '2026-11-12T08:49:14+0000',
  pageId: '700000000000101',
  formId: '600000000000201',
  formName: 'Test drive request',
  field_data: [
    { name: 'full_name', values: [`Ada Example ${number}`] },
    { name: 'email', values: [`ada.${number}@example.test`] },
    { name: 'phone_number', values: [`+49151000000${two(number)}`] },
  ],
  ...overrides,
});

export const manyOf = <Row>(count: number, build: (number: number) => Row): Row[] =>
  Array.from({ length: count }, (_, index) => build(index + 1));

/** Response of a list call: the requested page of all rows. */
export const pageOf = <Row>(rows: readonly Row[], page: number, limit: number) => ({
  data: rows.slice((page - 1) * limit, page * limit),
  ...toPageFields({ page, limit }, rows.length),
});

/** Like `pageOf`, with the keys on both levels, as in the responses of two lists. */
export const nestedPageOf = <Row>(rows: readonly Row[], page: number, limit: number) => {
  const answer = pageOf(rows, page, limit);
  return { ...answer, data: { ...answer, success: true } };
};
