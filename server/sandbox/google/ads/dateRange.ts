import { dateOfDay, dayNumberOf } from '../../support/days.ts';
import { queryError } from './adsError.ts';
import type { Condition } from './parseGaql.ts';

/** Inclusive day numbers; undefined for an open end. */
export type DayRange = { first?: number; last?: number };

const narrow = (one: DayRange, other: DayRange): DayRange => ({
  first: Math.max(one.first ?? -Infinity, other.first ?? -Infinity),
  last: Math.min(one.last ?? Infinity, other.last ?? Infinity),
});

/** Literals that count back from today. The sandbox does not simulate calendar weeks. */
const duringRange = (literal: string, today: string): DayRange => {
  const day = dayNumberOf(today) ?? 0;
  const firstOfMonth = day - Number(today.slice(8)) + 1;
  const lastOfPreviousMonth = firstOfMonth - 1;
  switch (literal.toUpperCase()) {
    case 'TODAY':
      return { first: day, last: day };
    case 'YESTERDAY':
      return { first: day - 1, last: day - 1 };
    case 'LAST_7_DAYS':
      return { first: day - 7, last: day - 1 };
    case 'LAST_14_DAYS':
      return { first: day - 14, last: day - 1 };
    case 'LAST_30_DAYS':
      return { first: day - 30, last: day - 1 };
    case 'THIS_MONTH':
      return { first: firstOfMonth, last: day };
    case 'LAST_MONTH':
      return {
        first: lastOfPreviousMonth - Number(dateOfDay(lastOfPreviousMonth).slice(8)) + 1,
        last: lastOfPreviousMonth,
      };
    default:
      throw queryError(
        'INVALID_VALUE_WITH_DURING_OPERATOR',
        `Invalid date literal supplied for DURING operator: ${literal}.`,
      );
  }
};

const conditionRange = ({ operator, values }: Condition, today: string): DayRange => {
  if (operator === 'DURING') return duringRange(values[0] ?? '', today);
  const days = values.map((value) => {
    const day = dayNumberOf(value);
    if (day === undefined) throw queryError('INVALID_DATE_FORMAT', `Invalid date: ${value}.`);
    return day;
  });
  const [first, last = first] = days;
  if (first === undefined) return {};
  switch (operator) {
    case '=':
      return { first, last: first };
    case 'BETWEEN':
      return { first, last };
    case '>=':
      return { first };
    case '>':
      return { first: first + 1 };
    case '<=':
      return { last: first };
    case '<':
      return { last: first - 1 };
    default:
      throw queryError('INVALID_OPERATOR_FOR_FIELD', `Operator ${operator} cannot be used with segments.date.`);
  }
};

/** The days that match all conditions on `segments.date`. `today` is in the account's time zone. */
export const dayRangeOf = (conditions: readonly Condition[], today: string): DayRange => {
  let range: DayRange = {};
  for (const condition of conditions) {
    if (condition.field === 'segments.date') range = narrow(range, conditionRange(condition, today));
  }
  if (range.first !== undefined && range.last !== undefined && range.first > range.last) {
    throw queryError('DATE_RANGE_TOO_NARROW', 'The start date must not be later than the end date.');
  }
  return range;
};
