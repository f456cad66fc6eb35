import { formatInteger } from '#client/lib/format.ts';

type ShownRows = { page: number; pageSize: number; shown: number; total: number | null; isTotalEstimated?: boolean };

/** `51–100 of 1,240`, or `51–100 of about 12,000` for an estimated total. Empty when no row is shown. */
export const describeRows = ({ page, pageSize, shown, total, isTotalEstimated = false }: ShownRows): string => {
  if (shown === 0) return '';
  const first = (page - 1) * pageSize + 1;
  const range = `${formatInteger(first)}–${formatInteger(first + shown - 1)}`;
  return total === null ? range : `${range} of ${isTotalEstimated ? 'about ' : ''}${formatInteger(total)}`;
};
