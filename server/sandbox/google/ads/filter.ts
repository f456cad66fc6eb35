import { queryError } from './adsError.ts';
import type { Comparison, Condition } from './parseGaql.ts';
import type { AdsRecord, AdsValue } from './records.ts';

const comparisons: Readonly<Record<Comparison, (order: number) => boolean>> = {
  '=': (order) => order === 0,
  '!=': (order) => order !== 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

const comparable = (value: AdsValue | undefined): string | number | boolean =>
  value === undefined || typeof value === 'object' ? '' : value;

const compare = (one: string | number | boolean, other: string | number | boolean): number => {
  if (typeof one === 'number') return one - Number(other);
  const [left, right] = typeof one === 'boolean' ? [String(one), String(other).toLowerCase()] : [one, String(other)];
  return left < right ? -1 : left > right ? 1 : 0;
};

/** Whether a record matches all conditions. Compares numbers as numbers and everything else as text. */
export const matches = (record: AdsRecord, conditions: readonly Condition[]): boolean =>
  conditions.every(({ field, operator, values }) => {
    const value = comparable(record[field]);
    const [wanted = '', upper = ''] = values;
    switch (operator) {
      case 'BETWEEN':
        return compare(value, wanted) >= 0 && compare(value, upper) <= 0;
      case 'IN':
        return values.some((each) => compare(value, each) === 0);
      case 'NOT IN':
        return values.every((each) => compare(value, each) !== 0);
      case 'DURING':
        throw queryError('INVALID_OPERATOR_FOR_FIELD', `Operator DURING cannot be used with ${field}.`);
      default:
        return comparisons[operator](compare(value, wanted));
    }
  });

export const sortRecords = (
  records: readonly AdsRecord[],
  orderBy: readonly { field: string; descending: boolean }[],
): AdsRecord[] =>
  records.toSorted((one, other) => {
    for (const { field, descending } of orderBy) {
      const order = compare(comparable(one[field]), comparable(other[field]));
      if (order !== 0) return descending ? -order : order;
    }
    return 0;
  });
