import type { ColumnChoices } from '#shared/leadFiles/plan/planColumns.ts';
import type { RememberedChoices } from './importTasks.ts';

/** The choices for a file with these columns. */
export const findChoices = (
  remembered: readonly RememberedChoices[],
  columns: readonly string[],
): ColumnChoices | undefined =>
  remembered.find(
    (each) => each.columns.length === columns.length && each.columns.every((name, index) => name === columns[index]),
  )?.choices;
