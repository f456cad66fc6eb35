/** Prefixes that Meta's files put before ids: of a lead, ad, ad set, campaign and form. */
const idPrefixes = ['', 'l:', 'ag:', 'as:', 'c:', 'f:'];
const collected = new RegExp(`^(?:${idPrefixes.join('|')})(\\d+)$`);

/** The id of a platform's lead in the id of an imported row; null for any other id. */
export const collectedId = (id: string): string | null => collected.exec(id.trim())?.[1] ?? null;

/** All ids by which a row can name the lead of a platform. */
export const rowIdsOf = (leadId: string): string[] =>
  collectedId(leadId) === leadId ? idPrefixes.map((prefix) => prefix + leadId) : [];
