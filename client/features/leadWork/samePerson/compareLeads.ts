import { formatLongDateTime, formatMoney } from '#client/lib/format.ts';
import type { SimilarLead } from '#shared/contracts/duplicates.ts';
import type { LeadStatus } from '#shared/leadStatuses.ts';
import { sourceNames } from '#shared/sourceNames.ts';

/** The opened lead, or another lead of the same person. */
export type ComparedLead = Omit<SimilarLead, 'shares'> & Partial<Pick<SimilarLead, 'shares'>>;

export type TakenField = 'status' | 'assignee' | 'value';
export type Take = Partial<Record<TakenField, string>>;

export type ComparedRow = {
  label: string;
  /** One text per lead, in the same order. Empty if the lead has no value. */
  texts: string[];
  differs: boolean;
  /** Set if the person has to choose one of the values. */
  field: TakenField | null;
};

type Names = { ladder: readonly LeadStatus[]; members: readonly { id: string; name: string }[] };

const normalize = (text: string): string => text.trim().toLowerCase();

const fewestDigits = 6;

/** Whether two texts are the same phone number, with or without its country code. */
const isSameNumber = (one: string, other: string): boolean => {
  const [a, b] = [one, other].map((text) => ({
    digits: text.replace('(0)', '').replaceAll(/\D/g, '').replace(/^0+/, ''),
    hasCountry: /^\D*(?:\+|00)/.test(text),
  }));
  if (!a || !b || a.digits.length < fewestDigits || b.digits.length < fewestDigits) return false;
  if (a.hasCountry === b.hasCountry) return a.digits === b.digits;
  return a.hasCountry ? a.digits.endsWith(b.digits) : b.digits.endsWith(a.digits);
};

/** Compares the fields of leads, status and assignee first. Skips rows that are empty for all leads. */
export const compareLeads = (leads: readonly ComparedLead[], { ladder, members }: Names): ComparedRow[] => {
  const row = (label: string, read: (lead: ComparedLead) => string, field: TakenField | null = null): ComparedRow => {
    const texts = leads.map(read);
    return { label, texts, differs: new Set(texts.map(normalize)).size > 1, field };
  };
  /** Different spellings of the same address or number are not a difference. */
  const contact = (label: string, of: 'email' | 'phone'): ComparedRow => {
    const read = row(label, (lead) => lead[of]);
    const isSame =
      leads.every(({ shares }) => shares === undefined || shares.includes(of)) ||
      (of === 'phone' && read.texts.every((text) => read.texts.every((other) => isSameNumber(text, other))));
    return { ...read, differs: read.differs && !isSame };
  };
  const questions = new Map(
    leads.flatMap(({ answers }) => answers.map(({ name }) => [normalize(name.replaceAll('_', ' ')), name] as const)),
  );
  const answersTo = ({ answers }: ComparedLead, question: string): string =>
    answers
      .filter(({ name }) => normalize(name.replaceAll('_', ' ')) === question)
      .flatMap(({ values }) => values)
      .join(', ');
  const known = [
    row('Status', ({ statusId }) => ladder.find(({ id }) => id === statusId)?.name ?? '', 'status'),
    row('Assignee', ({ assigneeId }) => members.find(({ id }) => id === assigneeId)?.name ?? '', 'assignee'),
    row('Value', ({ value }) => (value ? formatMoney(value.amount, value.currency) : ''), 'value'),
    row('Tags', ({ tags }) => tags.join(', ')),
    row('Name', ({ name }) => name),
    contact('Email', 'email'),
    contact('Phone', 'phone'),
    row('Source', ({ list }) => sourceNames[list]),
    row('Form', ({ formName }) => formName ?? ''),
    row('Campaign', ({ campaignName }) => campaignName ?? ''),
    row('Arrived', ({ createdAt }) => formatLongDateTime(createdAt)),
  ];
  const answers = [...questions].map(([question, name]) =>
    row(name.replaceAll('_', ' '), (lead) => answersTo(lead, question)),
  );
  // Most answers repeat the contact data.
  const isContact = (text: string, { name, email, phone }: ComparedLead): boolean =>
    [name, email].map(normalize).includes(normalize(text)) || text === phone || isSameNumber(text, phone);
  const isKnown = ({ texts }: ComparedRow): boolean =>
    known.some((each) => each.texts.every((text, index) => text === texts[index])) ||
    leads.every((lead, index) => texts[index] === '' || isContact(texts[index] ?? '', lead));
  return [...known, ...answers.filter((each) => !isKnown(each))].filter(({ texts }) =>
    texts.some((text) => text !== ''),
  );
};

/** Proposes the surviving lead: the earliest lead from an ad, else the earliest from a form, else the first one. */
export const proposeInto = (leads: readonly ComparedLead[]): ComparedLead | undefined => {
  const ofForms = leads
    .filter(({ list }) => list !== 'custom')
    .toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));
  return ofForms.find(({ campaignId }) => campaignId !== null) ?? ofForms[0] ?? leads[0];
};

/**
 * Selects the lead whose status, assignee and value are kept: the chosen lead, else the surviving lead, else the first
 * lead with a value. Matches the server's choice.
 * @param leads the surviving lead comes first
 */
export const resolveTake = (leads: readonly ComparedLead[], chosen: Take, ladder: readonly LeadStatus[]): Take => {
  const untouched = ladder.find(({ meaning }) => meaning === 'new')?.id;
  const has: Record<TakenField, (lead: ComparedLead) => boolean> = {
    status: ({ statusId }) => statusId !== untouched,
    assignee: ({ assigneeId }) => assigneeId !== null,
    value: ({ value }) => value !== null,
  };
  const resolve = (field: TakenField): string | undefined =>
    leads.find(({ id }) => id === chosen[field])?.id ?? leads.find(has[field])?.id ?? leads[0]?.id;
  const status = resolve('status');
  const isWon = ladder.find(({ id }) => id === leads.find((lead) => lead.id === status)?.statusId)?.meaning === 'won';
  const [assignee, value] = [resolve('assignee'), resolve('value')];
  return {
    ...(status === undefined ? {} : { status }),
    ...(assignee === undefined ? {} : { assignee }),
    // Only won leads have a value.
    ...(value === undefined || !isWon ? {} : { value }),
  };
};
