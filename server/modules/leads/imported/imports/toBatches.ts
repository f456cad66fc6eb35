import type { ImportedLead } from '#server/modules/leads/imported/ImportedLead.ts';

/** The limits of one statement, so that it takes a fraction of a second and a few megabytes of memory. */
export const batchLimits = { rows: 1000, characters: 2_000_000 } as const;

const sizeOf = ({ values, answers = [] }: ImportedLead): number => {
  const characters = Object.values(values).reduce((sum, value) => sum + value.length, 0);
  return answers.reduce((sum, answer) => sum + answer.name.length + answer.values.join('').length, characters);
};

/** Collects rows until they fill a batch. */
export const createRowCollector = (): { add(row: ImportedLead): ImportedLead[] | null; rest(): ImportedLead[] } => {
  let batch: ImportedLead[] = [];
  let characters = 0;
  const take = (): ImportedLead[] => {
    const taken = batch;
    batch = [];
    characters = 0;
    return taken;
  };
  return {
    add: (row) => {
      batch.push(row);
      characters += sizeOf(row);
      return batch.length >= batchLimits.rows || characters >= batchLimits.characters ? take() : null;
    },
    rest: take,
  };
};

export function* toBatches(rows: Iterable<ImportedLead>): Generator<ImportedLead[]> {
  const collector = createRowCollector();
  for (const row of rows) {
    const full = collector.add(row);
    if (full) yield full;
  }
  const rest = collector.rest();
  if (rest.length > 0) yield rest;
}
