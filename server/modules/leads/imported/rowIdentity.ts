import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { readId } from '#shared/leadFiles/cells/readId.ts';
import { readRowTime } from '#shared/lib/readRowTime.ts';
import { hashSecret } from '#server/lib/ids.ts';
import { storableText } from '#server/lib/storableText.ts';
import { contactKeys } from '#server/modules/leads/contacts/contactKeys.ts';
import type { ContactKeys } from '#server/modules/leads/contacts/contactKeys.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';
import type { ImportedContent } from './ImportedLead.ts';

/** An index entry can hold about 2,700 bytes. Real lead ids have about twenty characters. */
const longestPlainId = 200;
/** Fewer digits are no phone number. */
const fewestDigits = 6;

/** The identity of a lead with this id; null for an empty id, and for an id that identifies nobody. */
export const leadIdentity = (id: string): string | null => {
  const read = readId(storableText(id).trim());
  if (read === null) return null;
  return read.length > longestPlainId ? `lead-hash:${hashSecret(read)}` : `lead:${read}`;
};

/** Whether the identity of a lead is its own id, not its contact or content. */
export const isIdIdentity = (identity: string): boolean => /^lead(?:-hash)?:/.test(identity);

/** The keys that find the person of a row. */
export const rowKeys = (
  { EmailAddress: email, Number: phone, country: own }: CustomLeadValues,
  country: CountryCode | null,
): ContactKeys => contactKeys({ email, phone, country: own }, country);

const contactOf = ({ Number: phone }: CustomLeadValues, { emailKey, phoneKey }: ContactKeys): string | null => {
  if (emailKey !== null) return `email:${emailKey}`;
  if (phoneKey !== null) return `phone:${phoneKey}`;
  const digits = phone.replace(/\P{Nd}/gu, '');
  return digits.length < fewestDigits || digits.length > longestPlainId ? null : `phone:${digits}`;
};

const contentOf = (values: CustomLeadValues, answers: readonly LeadAnswer[]): string =>
  `content:${hashSecret(JSON.stringify([values, answers]))}`;

/**
 * Identifies the rows of one file or sheet: by id, else by e-mail, else by phone number, both with the time where there
 * is one, else by content. Rows without an id that cannot be told apart are numbered, so that both stay leads.
 */
export const createRowIdentities = (
  country: CountryCode | null,
): { of: (row: ImportedContent) => { identity: string; keys: ContactKeys; isRepeated: boolean } } => {
  const counts = new Map<string, number>();
  return {
    of: ({ values, answers = [] }) => {
      const byId = leadIdentity(values.id);
      const keys = rowKeys(values, country);
      if (byId !== null) return { identity: byId, keys, isRepeated: false };
      const contact = contactOf(values, keys);
      const time = readRowTime(values);
      const own =
        contact === null ? contentOf(values, answers) : `${contact}${time === null ? '' : `@${time.toISOString()}`}`;
      const count = (counts.get(own) ?? 0) + 1;
      counts.set(own, count);
      return { identity: count === 1 ? own : `${own}#${count}`, keys, isRepeated: count > 1 };
    },
  };
};
