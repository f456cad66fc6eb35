import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the product has acknowledged, kept outside of it. */
export type Journal = {
  /** Notes effects that were acknowledged just now. */
  note(ids: string | readonly string[]): void;
  ids(): readonly string[];
};

/** Opens a journal; its file in the scenario's folder shows in what order things were acknowledged. */
export const openJournal = (folder: string, name: string): Journal => {
  const file = join(folder, `${name}.journal`);
  const noted: string[] = [];
  return {
    note: (ids) => {
      const at = Date.now();
      const all = typeof ids === 'string' ? [ids] : ids;
      appendFileSync(file, all.map((id) => `${at} ${id}\n`).join(''));
      for (const id of all) noted.push(id);
    },
    ids: () => noted,
  };
};

export type Comparison = { lost: string[]; doubled: string[]; foreign: string[] };

/** Compares what was acknowledged with what is there: missing, there more than once, and never acknowledged. */
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
