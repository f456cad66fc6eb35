import type * as z from 'zod/mini';
import { writeCsv } from '#client/lib/csv/writeCsv.ts';
import type { CsvCell, CsvFormat } from '#client/lib/csv/writeCsv.ts';
import type { tabulateCampaigns } from '#shared/contracts/campaigns.ts';
import { currencyDecimals } from '#shared/lib/currencyDecimals.ts';

type Table = z.infer<typeof tabulateCampaigns.response>['data'];

/** A cost per click needs more decimals than its currency has. */
const mostDecimals = 4;

const amountFormats = new Map<string, Intl.NumberFormat>();

/** `1240.50` and `0.6235` in euros, `1200` in yen. */
const formatAmount = (amount: number, currency: string): string => {
  const format =
    amountFormats.get(currency) ??
    new Intl.NumberFormat('en-US', {
      useGrouping: false,
      minimumFractionDigits: currencyDecimals(currency),
      maximumFractionDigits: mostDecimals,
    });
  amountFormats.set(currency, format);
  return format.format(amount);
};

const toCell = (cell: string | number | null, kind: Table['kinds'][number] | undefined, currency: string): CsvCell => {
  if (cell === null) return null;
  if (typeof cell === 'string') return kind === 'id' ? { id: cell } : cell;
  return kind === 'money' ? { number: formatAmount(cell, currency) } : Number(cell.toFixed(mostDecimals));
};

/** A table of campaigns as CSV. */
export const campaignCsv = ({ columns, kinds, currencies, rows }: Table, format: CsvFormat): string => {
  const lines = rows.map((cells, row) => cells.map((cell, index) => toCell(cell, kinds[index], currencies[row] ?? '')));
  return writeCsv([columns, ...lines], '\r\n', format);
};
