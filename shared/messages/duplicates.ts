export const merged = 'The leads have been merged';
export const mergeFailed = 'The leads could not be merged';
export const separated = 'The lead has been separated';
export const separatedExcept = (what: string) =>
  `The lead has been separated. What was changed since the merge stays with the other lead: ${what}.`;
export const separateFailed = 'The lead could not be separated';
export const loadFailed = 'Other leads of this person could not be loaded';
export const twice = 'A lead can only be merged into another one';
export const alreadyMerged = (name: string) => `${name} is part of another lead. Please separate it there first.`;
export const takenFromOther = 'Please take values only from the leads that you merge';
export const onlyWonHasValue = 'Only a won lead has a value. Please take the status of a won lead, too.';
export const tooManyTags = (tags: number, most: number) =>
  `Together these leads have ${tags} tags, and a lead can have ${most}. Please remove some first.`;
export const tooManyLeads = (most: number) => `A lead can consist of at most ${most} leads`;
export const changedMeanwhile = 'Somebody else has just changed one of these leads. Please look at them and try again.';
export const notMerged = 'This lead is not merged. Somebody else may have separated it just now.';
export const outerFirst = (name: string) =>
  `This lead is part of ${name}, which is merged itself. Please separate ${name} first.`;
export const unknownCountry = 'Please choose a country';
export const countrySaved = 'The country has been saved. Leads are compared again.';
export const countryFailed = 'The country could not be saved';
export const numberWithoutCountry =
  'Start with + and the country code, or fill in Country. Otherwise no other lead is found by this number.';
