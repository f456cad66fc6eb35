import { createHash } from 'node:crypto';
import type { LeadAnswer } from '#shared/contracts/leads.ts';
import type { CustomLeadValues } from '#shared/customLeadColumns.ts';
import { isTestLead } from '#shared/leadFiles/cells/testLead.ts';
import { readContact } from '#shared/lib/leadAnswers.ts';
import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { inTurns } from '#server/lib/flow/inTurns.ts';
import type { NewLead } from '#server/modules/leads/store/leads.store.ts';
import { toCustomLeads } from '#server/modules/sheets/toCustomLeads.ts';
import type { SheetLead } from '#server/modules/sheets/toCustomLeads.ts';
import { readRowTime } from '#shared/lib/readRowTime.ts';

/** Sheet rows prepared for storing. Each rejected row has its sheet number and a reason to show. */
export type PreparedRows<Lead> = {
  rowsRead: number;
  accepted: (Lead & { row: number })[];
  rejected: { row: number; reason: string }[];
};

/** A database index entry holds about 2,700 bytes. Real lead ids have about twenty characters. */
const longestId = 200;
/** Every answer repeats its question, so a very long header would be stored once per row. */
const longestQuestion = 200;

const hashOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('hex');

export const isTooLong = (texts: readonly string[]): boolean =>
  texts.some((text) => text.length > importLimits.valueCharacters);

/**
 * Numbers rows with the same content from 0. A row without an id is recognized by its content anywhere in the sheet:
 * the sheet can be sorted, and two equal rows stay two leads.
 */
export const createContentCounter = (): ((content: unknown) => string) => {
  const seen = new Map<string, number>();
  return (content) => {
    const hash = hashOf(content);
    const number = seen.get(hash) ?? 0;
    seen.set(hash, number + 1);
    return `${hash}:${number}`;
  };
};

type Judge<Lead> = (lead: SheetLead, cells: readonly string[]) => { lead: Lead } | { reason: string };

const prepare = async <Lead>(rows: readonly string[][], judge: Judge<Lead>): Promise<PreparedRows<Lead>> => {
  const prepared: PreparedRows<Lead> = { rowsRead: 0, accepted: [], rejected: [] };
  for await (const sheetLead of inTurns(toCustomLeads(rows))) {
    prepared.rowsRead += 1;
    const judgement = judge(sheetLead, rows[sheetLead.row - 1] ?? []);
    if ('lead' in judgement) prepared.accepted.push({ ...judgement.lead, row: sheetLead.row });
    else prepared.rejected.push({ row: sheetLead.row, reason: judgement.reason });
  }
  return prepared;
};

const orNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());

/** A text that is too long for an id is kept as an answer only. */
const idOrNull = (text: string): string | null => (text.trim().length > longestId ? null : orNull(text));

/** The questions in the header, in the order of the columns. */
const readQuestions = (header: readonly string[]): string[] =>
  header.map((title, index) => title.trim().slice(0, longestQuestion).toWellFormed() || `Column ${index + 1}`);

/** A map, because an object has inherited keys such as `constructor`. */
const flags: ReadonlyMap<string, boolean> = new Map([
  ...['true', '1', 'yes'].map((text) => [text, true] as const),
  ...['false', '0', 'no'].map((text) => [text, false] as const),
]);

const readFlag = (text: string): boolean | null => flags.get(text.trim().toLowerCase()) ?? null;

const leadIdOf = (values: CustomLeadValues, answers: readonly LeadAnswer[], countContent: (c: unknown) => string) => {
  const id = values.id.trim();
  if (id === '') return `sheet-${countContent(answers)}`;
  return id.length > longestId ? `sheet-${hashOf(id)}` : id;
};

/** Rows as leads of a platform's forms. Every non-empty column is an answer. */
export const preparePlatformLeads = (rows: readonly string[][]): Promise<PreparedRows<NewLead>> => {
  const names = readQuestions(rows[0] ?? []);
  const countContent = createContentCounter();
  return prepare<NewLead>(rows, ({ values }, cells) => {
    if (isTooLong(cells)) return { reason: messages.customLeads.valueTooLong };
    const answers = cells.flatMap((cell, index) =>
      cell.trim() === '' ? [] : [{ name: names[index] ?? `Column ${index + 1}`, values: [cell] }],
    );
    const read = readContact(answers);
    const contact = {
      name: values.Name.trim() || read.name,
      email: values.EmailAddress.trim() || read.email,
      phone: read.phone,
    };
    if (values.id.trim() === '' && Object.values(contact).every((part) => part === ''))
      return { reason: messages.sheetSyncs.rowWithoutContact };
    const lead: NewLead = {
      leadId: leadIdOf(values, answers, countContent),
      source: 'sheet',
      pageId: null,
      formId: idOrNull(values.form_id),
      formName: orNull(values.form_name),
      adId: orNull(values.ad_id),
      adName: orNull(values.ad_name),
      adsetId: orNull(values.adset_id),
      adsetName: orNull(values.adset_name),
      campaignId: orNull(values.campaign_id),
      campaignName: orNull(values.campaign_name),
      isOrganic: readFlag(values.is_organic),
      placement: orNull(values.platform),
      answers,
      isTest: isTestLead(contact.email, cells),
      contact,
      createdAt: readRowTime(values),
    };
    return { lead };
  });
};
