import { isErrorCell, isPlaceholder } from '../cells/cellText.ts';
import { isKnownHeader } from '../headers/findMeanings.ts';
import { normalizeHeader } from '../headers/normalizeHeader.ts';
import { isPersonName } from '../plan/columnValues.ts';
import type { ColumnPlan } from '../plan/planColumns.ts';
import type { LeftOutReason } from '../LeadReading.ts';

const total =
  /^(?:(?:grand |sub)?totals?|sum|count|summe|gesamt(?:summe|ergebnis)?|insgesamt|anzahl|somme|suma|totale|totaal|total geral|итого|всего|razem|celkem|spolu|összesen|toplam|合計|总计|合计|總計|합계|المجموع|הכל|yhteensä|totalt|i alt|σύνολο|jumlah|tổng(?: cộng)?|ukupno|skupaj|kokku|kopā|iš viso)(?=$|[\s:(\d])/iu;
const caption =
  /^(?:generated|exported|printed|created by|report|page \d|source|copyright|confidential|filters?|notes?|erstellt von|exportiert|quelle|seite \d|©)(?![\p{L}\p{N}@])/iu;

const isNumeric = (text: string): boolean => /^[\d\s.,%€$£+-]+$/.test(text);

/** The header again, or the header of another table below. */
const isHeader = (filled: readonly string[], plan: ColumnPlan): boolean => {
  const own = new Set(plan.columns.map(({ header }) => normalizeHeader(header)));
  if (filled.length > 1 && filled.every((cell) => own.has(normalizeHeader(cell)))) return true;
  const known = filled.filter((cell) => isKnownHeader(cell)).length;
  return known > 1 && known * 2 >= filled.length;
};

/**
 * Why a row without an address and a number is no lead; null for a lead.
 * @param hasId the row has an id that identifies something
 */
export const leftOutReason = (cells: readonly string[], plan: ColumnPlan, hasId: boolean): LeftOutReason | null => {
  const filled = cells.filter((cell) => cell !== '');
  const [first = ''] = filled;
  if (filled.some(isErrorCell) && filled.every((cell) => isErrorCell(cell) || isPlaceholder(cell))) return 'errors';
  if (isHeader(filled, plan)) return 'header';
  const { sources, columns } = plan;
  const width = columns.filter(({ becomes }) => becomes !== 'nothing').length;
  if (width < 2) return null;
  if (total.test(first) && (filled.length * 2 <= width || filled.slice(1).every(isNumeric))) return 'total';
  const nameColumns = [sources.name, sources.firstName, sources.lastName].flatMap((list) => list ?? []);
  const hasContactColumns = sources.email !== undefined || sources.phone !== undefined;
  const hasName = nameColumns.some((column) => (cells[column] ?? '') !== '');
  // A footer may stand in the column of the id.
  if (hasId && /^\S*\d\S*$/.test(cells[sources.id?.[0] ?? -1] ?? '')) return null;
  if (filled.length === 1)
    return hasName && (!hasContactColumns || (isPersonName(first) && /^\p{Lu}.* \P{Ll}/u.test(first)))
      ? null
      : 'caption';
  if (filled.length <= 2 && (first.endsWith(':') || caption.test(first))) return 'caption';
  return !hasName && filled.every(isNumeric) ? 'total' : null;
};
