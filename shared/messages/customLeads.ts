import { importLimits } from '../limits.ts';

export const saved = 'Saved successfully';
export const saveFailed = 'Failed to MetaCustomLeads. Please try again.';
export const tooMany = `At most ${importLimits.rows.toLocaleString('en')} rows can be imported at once`;
export const tooLarge = `At most ${importLimits.fileBytes / 1024 / 1024} MB can be imported at once`;
export const notCsv = 'Please choose a .csv or .xlsx file';
export const otherFormat = 'This format cannot be read. Save your table as .xlsx or .csv, then choose that file.';
export const notText = 'This file is not a table. Save your table as .xlsx or .csv, then choose that file.';
export const tooLargeToSave = 'These rows are too large to be saved at once. Split the file, then choose its parts.';
export const unreadable = 'This file could not be read';
export const noRows = 'No data found';
export const tooManyAnswers = `A row has more than ${importLimits.answers} values besides the known columns`;
export const valueTooLong = `A value has more than ${importLimits.valueCharacters.toLocaleString('en')} characters`;
