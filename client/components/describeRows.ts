import { formatInteger } from '#client/lib/format.ts';

type ShownRows = { page: number; pageSize: number; shown: number; total: number | null; isTotalCapped?: boolean };

/** `51–100 of 1,240`, or `51–100 of 10,000+` where the rest was not counted; left of the page numbers; empty when nothing is shown. */
export const describeRows = ({ page, pageSize, shown, total, isTotalCapped = false }: ShownRows): string => {
  if (shown === 0) return '';
  const first = (page - 1) * pageSize + 1;
  const range = `${formatInteger(first)}–${formatInteger(first + shown - 1)}`;
  return total === null ? range : `${range} of ${formatInteger(total)}${isTotalCapped ? '+' : ''}`;
};
