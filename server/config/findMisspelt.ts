/** An unknown variable, and the setting that was probably meant. */
export type Misspelt = { name: string; nearest: string };

/** One character is missing, added or wrong. */
const isOneOff = (a: string, b: string): boolean => {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const [restOfA, restOfB] = [a.slice(at), b.slice(at)];
  return restOfA.slice(1) === restOfB.slice(1) || restOfA.slice(1) === restOfB || restOfA === restOfB.slice(1);
};

/**
 * `SMTP_URI` for `SMTP_URL`, `LEAD_RETENTION` for `LEAD_RETENTION_DAYS`, `PORT_FILE` for `PORT` (only secrets can come
 * from a file).
 */
const isLike = (name: string, known: string): boolean =>
  (name.length >= 4 && isOneOff(name, known)) ||
  // A single word is the beginning of too many names.
  (name.includes('_') && known.startsWith(`${name}_`)) ||
  name === `${known}_FILE`;

/** Variables that almost match a setting and therefore have no effect. */
export const findMisspelt = (
  source: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): Misspelt[] =>
  Object.keys(source)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const nearest = known.find((each) => isLike(name.toUpperCase(), each));
      return nearest === undefined ? [] : [{ name, nearest }];
    });
