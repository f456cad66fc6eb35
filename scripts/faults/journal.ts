import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** Acknowledged effects, recorded outside the product. */
export type Journal = {
  /** Records effects that were just acknowledged. */
  record(ids: string | readonly string[]): void;
  ids(): readonly string[];
};

/** Opens a journal. Its file in the scenario's folder shows the order of acknowledgments. */
export const openJournal = (folder: string, name: string): Journal => {
  const file = join(folder, `${name}.journal`);
  const recorded: string[] = [];
  return {
    record: (ids) => {
      const at = Date.now();
      const all = typeof ids === 'string' ? [ids] : ids;
      appendFileSync(file, all.map((id) => `${at} ${id}\n`).join(''));
      for (const id of all) recorded.push(id);
    },
    ids: () => recorded,
  };
};

export type Comparison = { lost: string[]; doubled: string[]; foreign: string[] };

/** Compares acknowledged with found ids: missing, found more than once, and never acknowledged. */
export const compare = (acknowledged: Iterable<string>, found: Iterable<string>): Comparison => {
  const counts = new Map<string, number>();
  for (const id of found) counts.set(id, (counts.get(id) ?? 0) + 1);
  const expected = new Set(acknowledged);
  return {
    lost: [...expected].filter((id) => !counts.has(id)),
    doubled: [...counts].flatMap(([id, count]) => (count > 1 ? [id] : [])),
    foreign: [...counts.keys()].filter((id) => !expected.has(id)),
  };
};
