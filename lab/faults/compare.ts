/** How many acknowledged effects are missing, and how many exist more than once. */
export type Counts = { lost: number; doubled: number };

/** Compares acknowledged with found ids: missing, found more than once, and never acknowledged. */
export const compare = (acknowledged: Iterable<string>, found: Iterable<string>): Counts & { foreign: number } => {
  const counts = new Map<string, number>();
  for (const id of found) counts.set(id, (counts.get(id) ?? 0) + 1);
  const expected = new Set(acknowledged);
  return {
    lost: [...expected].filter((id) => !counts.has(id)).length,
    doubled: [...counts.values()].filter((count) => count > 1).length,
    foreign: [...counts.keys()].filter((id) => !expected.has(id)).length,
  };
};

/** The sums of several comparisons. */
export const addUp = (counts: readonly Counts[]): Counts => ({
  lost: counts.reduce((sum, { lost }) => sum + lost, 0),
  doubled: counts.reduce((sum, { doubled }) => sum + doubled, 0),
});
