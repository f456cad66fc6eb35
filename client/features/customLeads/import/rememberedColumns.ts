import { rememberColumns, useImportColumnsStore } from '#client/stores/importColumnsStore.ts';
import { readUser } from '#client/stores/userStore.ts';
import type { ReadColumn } from '#shared/leadFiles/LeadReading.ts';
import type { ColumnChoices } from '#shared/leadFiles/plan/planColumns.ts';
import { isBecomes } from './columnFields.ts';
import { findChoices } from './findChoices.ts';
import type { RememberedChoices } from './importTasks.ts';

/** Without values that another version of Leadlight has stored. */
const validChoices = (stored: Readonly<Record<string, string>>): ColumnChoices =>
  Object.fromEntries(
    Object.entries(stored).filter((entry): entry is [string, ReadColumn['becomes']] => isBecomes(entry[1])),
  );

/** What this person has chosen for the columns of earlier files. */
export const recallColumns = (): RememberedChoices[] => {
  const { _id: owner } = readUser();
  return useImportColumnsStore
    .getState()
    .files.filter((file) => file.owner === owner)
    .map(({ columns, choices }) => ({ columns, choices: validChoices(choices) }));
};

/** Remembers the choice for a column. A column that had the same field by choice is no longer chosen. */
export const chooseColumn = (columns: readonly string[], name: string, becomes: ReadColumn['becomes']): void => {
  const isField = becomes !== 'answer' && becomes !== 'nothing';
  // The newest ones: a file may still be read with the last choice.
  const choices = findChoices(recallColumns(), columns) ?? {};
  const others = Object.entries(choices).filter(
    ([other, choice]) => other !== name && !(isField && choice === becomes),
  );
  rememberColumns({
    owner: readUser()._id,
    columns,
    choices: Object.fromEntries([...others, [name, becomes]]),
  });
};
