import leven from 'leven';

/** An unknown variable and the setting that it probably stands for. */
export type Misspelt = { name: string; nearest: string };

/** How many letters may differ. Short names allow fewer, because other programs have names that are as similar. */
const allowedOf = (name: string): number => (name.length >= 8 ? 2 : name.length >= 4 ? 1 : 0);

/** `LEAD_RETENTION` for `LEAD_RETENTION_DAYS`. A single word starts too many names. */
const isBeginning = (name: string, known: string): boolean => name.includes('_') && known.startsWith(`${name}_`);

/** `PORT_FILE` for `PORT`: only a secret can come from a file. */
const isFileOf = (name: string, known: string): boolean => name === `${known}_FILE`;

/** Variables that almost match a setting and therefore have no effect. */
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
