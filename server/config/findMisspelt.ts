import leven from 'leven';

/** A variable that no setting has, and the setting that it was probably meant to be. */
export type Misspelt = { name: string; nearest: string };

/** How many letters may differ: short names of other programs differ by as few. */
const allowedOf = (name: string): number => (name.length >= 8 ? 2 : name.length >= 4 ? 1 : 0);

/** `LEAD_RETENTION` for `LEAD_RETENTION_DAYS`. A single word is the beginning of too many names. */
const isBeginning = (name: string, known: string): boolean => name.includes('_') && known.startsWith(`${name}_`);

/** `PORT_FILE` for `PORT`: only a secret can come from a file. */
const isFileOf = (name: string, known: string): boolean => name === `${known}_FILE`;

/** Variables that are almost the name of a setting, and so have no effect. */
export const findMisspelt = (
  source: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): Misspelt[] =>
  Object.keys(source)
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const upper = name.toUpperCase();
      const nearest = known
        .map((each) => ({ each, distance: isBeginning(upper, each) || isFileOf(upper, each) ? 1 : leven(upper, each) }))
        .filter(({ each, distance }) => distance <= Math.min(allowedOf(name), each.length - 1))
        .toSorted((a, b) => a.distance - b.distance)[0];
      return nearest ? [{ name, nearest: nearest.each }] : [];
    });
