import type { ReadLead } from './LeadReading.ts';

/**
 * What makes a row the same lead as a row of another file: its id, else its e-mail, else its phone number, both with the
 * time where there is one, else everything that it contains.
 */
export const leadIdentity = (lead: ReadLead): string => {
  if (lead.id !== null) return `id:${lead.id}`;
  const time = lead.createdTime === null ? '' : `@${lead.createdTime}`;
  if (lead.email !== null) return `email:${lead.email.normalize('NFKC').toLowerCase()}${time}`;
  if (lead.phone !== null) return `phone:${lead.phoneE164 ?? lead.phone.replace(/[^\p{L}\p{N}+]/gu, '')}${time}`;
  const { row: _row, answers, ...fields } = lead;
  const filled = Object.entries(fields).filter(([, value]) => value !== null && value !== undefined);
  const inOrder = (pairs: [string, unknown][]) => pairs.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `content:${JSON.stringify([inOrder(filled), inOrder(Object.entries(answers))])}`;
};
