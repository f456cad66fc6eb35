export const statusesSaved = 'The statuses have been saved';
export const changeFailed = 'The lead could not be changed';
export const loadFailed = 'The lead could not be loaded';
export const changed = 'The lead has been changed';
export const noted = 'The note has been added';
export const unknownStatus = 'This status does not exist';
export const unknownAssignee = 'This person does not work in your workspace';
export const unknownCurrency = 'Please give the currency as three letters, such as EUR';
export const onlyWon = 'Only a won lead has a value';
export const versionMissing = 'Please say with If-Match which version of the lead you change';
export const changedMeanwhile = 'Somebody else has just changed this lead. Please look at it and try again.';
export const tooManyEntries = 'This lead has as many notes and changes as one lead can have';
export const statusNamesDiffer = 'Each status needs a different name';
export const newStatusMissing = 'One status has to mean “New”: leads begin with it';
export const statusInUse = (name: string, leads: number) =>
  `${leads === 1 ? 'A lead has' : `${leads} leads have`} the status “${name}”. Please give ${leads === 1 ? 'it' : 'them'} another one first.`;
