import { leadLists } from '#shared/leadLists.ts';
import type { LeadList } from '#shared/leadLists.ts';
import { storableText } from '#server/lib/storableText.ts';

/** A lead of any list. */
export type LeadKey = { list: LeadList; leadId: string };

export const toPublicId = ({ list, leadId }: LeadKey): string => `${list}:${leadId}`;

/** @returns null for an invalid id */
export const readPublicId = (id: string): LeadKey | null => {
  const end = id.indexOf(':');
  const list = leadLists.find((each) => each === id.slice(0, Math.max(end, 0)));
  const leadId = id.slice(end + 1);
  return list && leadId !== '' && storableText(leadId) === leadId ? { list, leadId } : null;
};
