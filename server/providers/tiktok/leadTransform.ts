import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { normalizeFieldName } from '#shared/lib/leadAnswers.ts';
import { messages } from '#shared/messages.ts';
import type { LeadForm, PlatformLead } from '../LeadSource.ts';
import { ProviderError } from '../ProviderError.ts';
import { readCsvRows } from './leadCsv.ts';
import type { Silo } from './leadApi.ts';
import type { Form } from './leadTypes.ts';

export const toLeadForm = ({ page_id: id, title, status }: Form): LeadForm => ({
  id,
  name: title ?? '',
  status: status ?? '',
  leadCount: null,
});

/** TikTok: columns that some exports have besides, in the spelling of a machine. */
const otherColumns: readonly string[] = ['is_test', 'advertiser_id'];

/** TikTok: labels of the standard questions, by what webhooks call the same. */
const standardQuestions: readonly string[] = ['name', 'email', 'phone_number'];

type Source = { pageId: string; formId: string; region: Silo };

/** Reads one row; null when it is no lead. */
type RowReader = (row: readonly string[]) => PlatformLead | null;

/**
 * The leads of an exported CSV text, in batches; none for an empty text. Returns how many rows could not be read, so that
 * they neither hold up the others nor are lost in silence.
 * @throws ProviderError `account` for a text that is no export
 */
export function* toLeads(text: string, source: Source): Generator<PlatformLead[], number> {
  let readRow: RowReader | undefined;
  let unreadableRows = 0;
  for (const rows of readCsvRows(text)) {
    readRow ??= createRowReader(rows.shift() ?? [], source);
    const leads = rows.map(readRow).filter((lead) => lead !== null);
    unreadableRows += rows.length - leads.length;
    if (leads.length > 0) yield leads;
  }
  return unreadableRows;
}

/** TikTok: an error can come as text where the file should be, hence the look at the header. */
const createRowReader = (header: readonly string[], { pageId, formId, region }: Source): RowReader => {
  const names = header.map((label) => label.toLowerCase().replace(/[^a-z0-9]+/g, '_'));
  // The first one counts: a question may be called like a column before it.
  const find = (...spellings: string[]): number => names.findIndex((name) => spellings.includes(name));
  const meta = {
    id: find('lead_id'),
    createdAt: find('created_time', 'create_time'),
    adId: find('ad_id'),
    adName: find('ad_name'),
    adsetId: find('adgroup_id'),
    adsetName: find('adgroup_name'),
    campaignId: find('campaign_id'),
    campaignName: find('campaign_name'),
    formId: find('form_id', 'page_id'),
    formName: find('form_name', 'page_name'),
  };
  if (meta.id < 0 || meta.createdAt < 0) throw unreadableFile('header');
  const taken = new Set([...Object.values(meta), ...otherColumns.map((name) => header.indexOf(name))]);
  const questions = header
    .map((label, index) => ({ index, name: toQuestion(label) }))
    .filter(({ index, name }) => !taken.has(index) && name !== '');

  return (row) => {
    const cell = (index: number): string => unguard(row[index] ?? '');
    const optional = (index: number): string | null => cell(index).trim() || null;
    const optionalId = (index: number): string | null => {
      const text = cell(index).trim();
      return /^[1-9]\d*$/.test(text) ? text : null;
    };
    const id = optionalId(meta.id);
    const createdAt = readTime(cell(meta.createdAt).trim());
    if (id === null || createdAt === null) return null;
    return {
      id,
      createdAt,
      pageId,
      formId,
      adId: optionalId(meta.adId),
      adName: optional(meta.adName),
      adsetId: optionalId(meta.adsetId),
      adsetName: optional(meta.adsetName),
      campaignId: optionalId(meta.campaignId),
      campaignName: optional(meta.campaignName),
      isOrganic: null,
      placement: null,
      region,
      answers: toAnswers(questions.map(({ index, name }) => [name, cell(index)])),
    };
  };
};

/** A question that was left open has an empty cell; the columns are those of all leads of the file. */
const toAnswers = (cells: readonly (readonly [name: string, value: string])[]): LeadAnswer[] =>
  cells.filter(([, value]) => value !== '').map(([name, value]) => ({ name, values: [value] }));

/** Standard questions in one spelling, others as the form words them. */
const toQuestion = (label: string): string => {
  const name = normalizeFieldName(label);
  return standardQuestions.includes(name) ? name : label.trim();
};

/** TikTok: long numbers are written as `="750…"`, or with an apostrophe or a tab before them, for the sake of spreadsheets. */
const unguard = (cell: string): string => {
  const [, quoted, marked] = /^\s*(?:="(\+?\d*)"|['\t](\+?\d+))\s*$/.exec(cell) ?? [];
  return quoted ?? marked ?? cell;
};

/** TikTok: `2026-11-12 08:49:14`, at times with `(UTC+00:00)` behind it; always UTC. */
const readTime = (text: string): Date | null => {
  const [, day, time, offset] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\s*\(UTC([+-]\d{2}:\d{2})\))?$/.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const date = new Date(`${day}T${time}${offset ?? 'Z'}`);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** The other forms can be read; this one is looked at again with the next read. */
export const unreadableFile = (where: 'header' | 'row'): ProviderError =>
  new ProviderError('tiktok', {
    outcome: 'account',
    userMessage: messages.leads.formUnreadable,
    providerCode: `unreadable-lead-file: ${where}`,
  });
