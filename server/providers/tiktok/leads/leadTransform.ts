import type { LeadAnswer } from '#shared/contracts/leads.ts';
import { normalizeFieldName } from '#shared/lib/leadAnswers.ts';
import { messages } from '#shared/messages.ts';
import type { LeadForm, PlatformLead } from '#server/providers/LeadSource.ts';
import { ProviderError } from '#server/providers/ProviderError.ts';
import { rawAnswer } from '#server/providers/unreadableLeads.ts';
import { readCsvRows } from './leadCsv.ts';
import type { Silo } from './leadApi.ts';
import type { Form } from './leadTypes.ts';

export const toLeadForm = ({ page_id: id, title, status }: Form): LeadForm => ({
  id,
  name: title ?? '',
  status: status ?? '',
  leadCount: null,
});

/** TikTok: additional columns of some exports, in machine spelling. */
const otherColumns: readonly string[] = ['is_test', 'advertiser_id'];

/** TikTok: labels of standard questions, by their webhook names. */
const standardQuestions: readonly string[] = ['name', 'email', 'phone_number'];

type Source = { pageId: string; formId: string; region: Silo };

/** Reads one row; null without an id. */
type RowReader = (row: readonly string[]) => PlatformLead | null;

/**
 * Yields the leads of an exported CSV text in batches; none for an empty text. Returns the number of rows without
 * an id, so that they neither block the others nor get lost silently.
 * @throws ProviderError `account` for a text that is not an export
 */
export function* toLeads(text: string, source: Source): Generator<PlatformLead[], number> {
  let readRow: RowReader | undefined;
  let lostRows = 0;
  for (const rows of readCsvRows(text)) {
    readRow ??= createRowReader(rows.shift() ?? [], source);
    const leads = rows.map(readRow).filter((lead) => lead !== null);
    lostRows += rows.length - leads.length;
    if (leads.length > 0) yield leads;
  }
  return lostRows;
}

/** TikTok: can send an error text instead of the file, so the header is checked. */
const createRowReader = (header: readonly string[], { pageId, formId, region }: Source): RowReader => {
  const names = header.map((label) => label.toLowerCase().replace(/[^a-z0-9]+/g, '_'));
  // The first match wins: a question may share its name with an earlier column.
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
  if (meta.id < 0 || meta.createdAt < 0) throw unreadableFile();
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
    if (id === null) return null;
    const answers = toAnswers(questions.map(({ index, name }) => [name, cell(index)]));
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
      ...(createdAt === null
        ? { answers: [...answers, rawAnswer(row)], unreadable: header[meta.createdAt] }
        : { answers }),
    };
  };
};

/** Unanswered questions have empty cells; the columns are shared by all leads of the file. */
const toAnswers = (cells: readonly (readonly [name: string, value: string])[]): LeadAnswer[] =>
  cells.filter(([, value]) => value !== '').map(([name, value]) => ({ name, values: [value] }));

/** Standard questions get a uniform name, others keep the form's wording. */
const toQuestion = (label: string): string => {
  const name = normalizeFieldName(label);
  return standardQuestions.includes(name) ? name : label.trim();
};

/** TikTok: writes long numbers as `="750…"`, or with a leading apostrophe or tab, for spreadsheets. */
const unguard = (cell: string): string => {
  const [, quoted, marked] = /^\s*(?:="(\+?\d*)"|['\t](\+?\d+))\s*$/.exec(cell) ?? [];
  return quoted ?? marked ?? cell;
};

/** TikTok: `2026-11-12 08:49:14`, sometimes followed by `(UTC+00:00)`; always UTC. */
const readTime = (text: string): Date | null => {
  const [, day, time, offset] =
    /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\s*\(UTC([+-]\d{2}:\d{2})\))?$/.exec(text) ?? [];
  if (day === undefined || time === undefined) return null;
  const date = new Date(`${day}T${time}${offset ?? 'Z'}`);
  return Number.isNaN(date.getTime()) ? null : date;
};

/** Other forms can still be read; this one is checked again at the next read. */
const unreadableFile = (): ProviderError =>
  new ProviderError('tiktok', {
    outcome: 'account',
    userMessage: messages.leads.formUnreadable,
    providerCode: 'unreadable-lead-file: header',
  });
