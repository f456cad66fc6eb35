import type { ReadLead, RemarkCode } from '../LeadReading.ts';
import { keepAnswer } from './keepAnswer.ts';

const differ = (values: readonly (string | null)[]): boolean =>
  values.every((value) => value !== null) &&
  new Set(values.map((value) => value?.toLowerCase())).size === values.length;

/** Spreadsheet programs keep 15 digits of a number, and write zeros for the others. */
const isRounded = (id: string): boolean => /^[1-9]\d{14}0+$/.test(id);

/** An id that identifies nobody: a rounded number, a word, or a text that was filled in for several people. */
const areDifferentPeople = (id: string, leads: readonly ReadLead[]): boolean =>
  (leads.length > 2 || isRounded(id) || !/\d/.test(id)) &&
  differ(leads.map(({ name }) => name)) &&
  (differ(leads.map(({ email }) => email)) || differ(leads.map(({ phone }) => phone)));

/**
 * Finds ids of several rows. Rows of one person keep the id, and the store keeps the last of them. Different people
 * would become one lead: their id becomes an answer.
 * @param question the name of the answer
 */
export const markSharedIds = (
  leads: readonly ReadLead[],
  question: string,
  remark: (code: RemarkCode, row: number) => void,
): void => {
  const seen = new Set<string>();
  const shared = new Map<string, ReadLead[]>();
  for (const { id } of leads)
    if (id !== null) {
      const { size } = seen;
      seen.add(id);
      if (seen.size === size) shared.set(id, []);
    }
  if (shared.size === 0) return;
  for (const lead of leads) if (lead.id !== null) shared.get(lead.id)?.push(lead);
  for (const [id, same] of shared) {
    const code = areDifferentPeople(id, same) ? 'idsNobody' : 'sameId';
    for (const lead of same) {
      if (code === 'idsNobody') {
        lead.id = null;
        keepAnswer(lead, question, id);
      }
      remark(code, lead.row);
    }
  }
};
