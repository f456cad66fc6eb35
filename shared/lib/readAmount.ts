import { messages } from '../messages.ts';
import { currencyDecimals } from './currencyDecimals.ts';

/** Signs of exactly one currency. `$` and `¥` are ambiguous. */
const signs: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP'],
  '₹': ['INR'],
  '₺': ['TRY'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '₴': ['UAH'],
  '¥': ['JPY', 'CNY'],
};

export type ReadAmount = { amount: number; problem: null } | { amount: null; problem: string };

const refuse = (problem: string): ReadAmount => ({ amount: null, problem });

/** Removes thousands separators; null if they are misplaced. */
const ungroup = (whole: string): string | null => {
  const groups = whole.split(/[.,' ]/);
  const isGrouped = groups.length === 1 || (groups[0] !== '' && groups.slice(1).every((group) => group.length === 3));
  return isGrouped && (groups[0]?.length ?? 0) <= (groups.length === 1 ? Infinity : 3) ? groups.join('') : null;
};

/**
 * Reads an amount as people write it: `1250.5`, `1,250.50`, `1.250,50`, `1 250,50`, `€1250`, `1250 EUR`. A separator that
 * could mean thousands or decimals is refused.
 */
export const readAmount = (text: string, currency: string): ReadAmount => {
  const digits = currencyDecimals(currency);
  const compact = text
    .replaceAll(/[\s\u00a0\u202f\u2009]+/g, ' ')
    .replaceAll('’', "'")
    .trim();
  const [, before = '', number = '', after = ''] = /^([^\d.,+-]*)([\d.,' ]*\d[.,]?)([^\d]*)$/.exec(compact) ?? [];
  const unit = (before + after).trim();
  const named = signs[unit] ?? (/^[A-Za-z]{3}$/.test(unit) ? [unit.toUpperCase()] : null);
  if (number === '' || (unit !== '' && unit !== '$' && named === null)) return refuse(messages.amounts.unreadable);
  if (named && !named.includes(currency)) return refuse(messages.amounts.otherCurrency(named[0] ?? unit, currency));

  const last = Math.max(number.lastIndexOf('.'), number.lastIndexOf(','));
  const mark = last < 0 ? '' : (number[last] ?? '');
  const tail = last < 0 ? '' : number.slice(last + 1);
  const isOnlyMark = last >= 0 && number.indexOf(mark) === last;
  const hasOther = /[.,]/.test(number.slice(0, Math.max(last, 0)).replaceAll(mark, ''));
  // One mark before three digits separates thousands, unless the currency has three decimals.
  const isThousands = tail.length === 3 && !hasOther && /^[1-9]\d{0,2}$/.test(number.slice(0, last));
  if (isOnlyMark && isThousands && digits === 3) return refuse(messages.amounts.ambiguous(number));
  const isDecimal = isOnlyMark && !isThousands;
  const whole = ungroup((isDecimal ? number.slice(0, last) : number).trim());
  if (whole === null) return refuse(messages.amounts.unreadable);
  if (isDecimal && tail.length > digits) return refuse(messages.amounts.tooManyDecimals(currency, digits));
  return { amount: Number(`${whole || '0'}.${isDecimal ? tail : ''}0`), problem: null };
};
