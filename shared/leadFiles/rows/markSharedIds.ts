import type { ReadLead, RemarkCode } from '../LeadReading.ts';

const differ = (values: readonly (string | null)[]): boolean =>
  values.every((value) => value !== null) &&
  new Set(values.map((value) => value?.toLowerCase())).size === values.length;

/** Different people have an id that identifies nobody: a rounded number, or a word that was filled in for all. */
const areDifferentPeople = (leads: readonly ReadLead[]): boolean =>
  differ(leads.map(({ name }) => name)) &&
  (differ(leads.map(({ email }) => email)) || differ(leads.map(({ phone }) => phone)));

/**
 * Finds ids of several rows. Rows of one person keep the id, and the store keeps the last of them; the id of different
 * people is removed, because they would become one lead.
 */
export const markSharedIds = (leads: readonly ReadLead[], remark: (code: RemarkCode, row: number) => void): void => {
  const seen = new Set<string>();
  const shared = new Map<string, ReadLead[]>();
  for (const { id } of leads)
    if (id !== null) {
      if (seen.has(id)) shared.set(id, []);
      else seen.add(id);
    }
  if (shared.size === 0) return;
  for (const lead of leads) if (lead.id !== null) shared.get(lead.id)?.push(lead);
  for (const same of shared.values()) {
    const code = areDifferentPeople(same) ? 'idsNobody' : 'sameId';
    for (const lead of same) {
      if (code === 'idsNobody') lead.id = null;
      remark(code, lead.row);
    }
  }
};
