import { customLeadKeys } from '#shared/customLeadColumns.ts';
import type { CustomLeadKey, CustomLeadValues } from '#shared/customLeadColumns.ts';
import { isErrorCell } from '#shared/leadFiles/cells/cellText.ts';
import type { CountryCode } from '#shared/leadFiles/cells/readCountry.ts';
import type { LeadReading, LeftOutReason, ReadLead } from '#shared/leadFiles/LeadReading.ts';
import { isOwnHeader } from '#shared/leadFiles/plan/planColumns.ts';
import { readLeadSteps } from '#shared/leadFiles/readLeadFile.ts';
import { toImportedRow } from '#shared/leadFiles/toImportedRow.ts';
import type { ImportedRow } from '#shared/leadFiles/toImportedRow.ts';
import { readRowTime } from '#shared/lib/readRowTime.ts';
import { importLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import { listOfSheet } from '#shared/sheetSyncTypes.ts';
import { finishInTurns, inTurns } from '#server/lib/flow/inTurns.ts';
import type { FormerNames, ImportedLead } from '#server/modules/leads/imported/ImportedLead.ts';
import { readAnswers } from '#server/modules/leads/imported/readAnswers.ts';
import { createRowIdentities, isIdIdentity } from '#server/modules/leads/imported/rowIdentity.ts';
import { createFormerIdentities, readFormerLeadIds } from './formerRows.ts';
import type { SheetSyncRow } from '#server/modules/sheets/syncs/sheetSyncs.store.ts';

/** Sheet rows prepared for storing. Each rejected row has its sheet number and a reason to show. */
export type PreparedSheet = Pick<LeadReading, 'headerLine' | 'columns'> & {
  rowsRead: number;
  accepted: (ImportedLead & { row: number })[];
  rejected: { row: number; reason: string }[];
  /** Rows without an id that another row of the sheet equals in contact and time. */
  alike: number[];
  /** Rows with cells that are errors of a spreadsheet program. */
  errorRows: number;
};

const hasContact = ({ id, name, email, phone }: ReadLead): boolean =>
  [id, name, email, phone].some((text) => text !== null);

const isTooLong = (texts: readonly string[]): boolean =>
  texts.some((text) => text.length > importLimits.valueCharacters);

/** The specified columns keep the texts of the sheet, without errors. A time in another notation becomes ISO. */
const toOwnRow = (lead: ReadLead, cells: readonly string[]): ImportedRow => {
  const textOf = (key: CustomLeadKey): string => {
    const text = cells[customLeadKeys.indexOf(key)] ?? '';
    if (key === 'created_time' && lead.createdTime !== null && readRowTime({ created_time: text, UNIX: '' }) === null)
      return lead.createdTime;
    return isErrorCell(text) ? '' : text;
  };
  const values = Object.fromEntries(customLeadKeys.map((key) => [key, textOf(key)])) as CustomLeadValues;
  return { values, answers: {}, isTest: lead.isTest };
};

/** How 2.0 named the rows: by an id in the list of a platform, or by an identity of an imported lead. */
const readFormerNames = async (
  rows: readonly string[][],
  sync: Pick<SheetSyncRow, 'documentId' | 'gid' | 'type'>,
): Promise<(row: number, ...own: [CustomLeadValues, identity: string]) => FormerNames> => {
  if (listOfSheet[sync.type] !== 'custom') {
    const leadIds = await readFormerLeadIds(rows);
    return (row) => {
      const formerLeadId = leadIds.get(row);
      return formerLeadId === undefined ? {} : { formerLeadId };
    };
  }
  const formerIdentityOf = createFormerIdentities(sync);
  return (_row, values, identity) => (isIdIdentity(identity) ? {} : { formerIdentity: formerIdentityOf(values) });
};

const leftOutReasons: Record<LeftOutReason, string> = messages.sheetSyncs.noLead;

/**
 * Reads the rows of a sheet as imported leads. Changes the rows.
 * @param country the country of phone numbers without a country code
 */
export const prepareSheet = async (
  rows: string[][],
  sync: Pick<SheetSyncRow, 'documentId' | 'gid' | 'type'>,
  country: CountryCode | null,
): Promise<PreparedSheet> => {
  const formerNamesOf = await readFormerNames(rows, sync);
  const { leads, leftOut, headerLine, columns, remarks } = await finishInTurns(readLeadSteps(rows, { country }));
  const isOwn = headerLine !== null && isOwnHeader(rows[headerLine - 1] ?? []);
  const identities = createRowIdentities(country);
  const accepted: PreparedSheet['accepted'] = [];
  const rejected = leftOut.map(({ row, reason }) => ({ row, reason: leftOutReasons[reason] }));
  const alike: number[] = [];
  for await (const lead of inTurns(leads)) {
    const { row } = lead;
    const { values, answers: given, isTest } = isOwn ? toOwnRow(lead, rows[row - 1] ?? []) : toImportedRow(lead);
    const answers = isTooLong(Object.values(values))
      ? messages.customLeads.valueTooLong
      : readAnswers(Object.entries(given));
    if (!hasContact(lead)) rejected.push({ row, reason: messages.sheetSyncs.rowWithoutContact });
    else if (typeof answers === 'string') rejected.push({ row, reason: answers });
    else {
      const content = { values, answers, isTest };
      const { identity, keys, isRepeated } = identities.of(content);
      if (isRepeated) alike.push(row);
      accepted.push({ ...content, identity, keys, ...formerNamesOf(row, values, identity), row });
    }
  }
  const errorRows = remarks.find(({ code }) => code === 'errorCells')?.count ?? 0;
  return {
    rowsRead: leads.length + leftOut.length,
    accepted,
    rejected: rejected.toSorted((a, b) => a.row - b.row),
    headerLine,
    columns,
    alike,
    errorRows,
  };
};
