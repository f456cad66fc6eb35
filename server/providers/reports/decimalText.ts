/** Exact decimal amounts as text: no step uses floating point, and no zero is left at the end of a fraction. */

/** Converts millionths, a whole number as text, to units: `41237500` is `41.2375`. */
export const fromMillionths = (text: string): string => {
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(text) ?? [];
  const padded = digits.padStart(7, '0');
  return trimDecimal(`${sign}${padded.slice(0, -6)}.${padded.slice(-6)}`);
};

/** `012.370` is `12.37`; anything but a decimal number is `0`. */
export const trimDecimal = (text: string): string => {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)0*(\d+)(?:\.(\d*?)0*)?$/.exec(text.trim()) ?? [];
  const digits = fraction === '' ? whole || '0' : `${whole}.${fraction}`;
  return digits === '0' ? '0' : sign + digits;
};

/** Text of a number from JSON, without an exponent. */
export const toDecimal = (value: number): string =>
  trimDecimal(/e/.test(String(value)) ? value.toFixed(20) : String(value));

/** Sum of two decimal texts. */
export const addDecimals = (one: string, other: string): string => {
  const places = Math.max(placesOf(one), placesOf(other));
  const sum = toWhole(one, places) + toWhole(other, places);
  const digits = String(sum < 0n ? -sum : sum).padStart(places + 1, '0');
  const text = places === 0 ? digits : `${digits.slice(0, -places)}.${digits.slice(-places)}`;
  return trimDecimal(`${sum < 0n ? '-' : ''}${text}`);
};

const placesOf = (text: string): number => text.split('.')[1]?.length ?? 0;
const toWhole = (text: string, places: number): bigint => {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(places, '0'));
};
