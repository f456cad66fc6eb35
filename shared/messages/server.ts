export const unexpected = 'Something went wrong. Please try again.';
export const busy = 'The server is busy right now. Please try again in a moment.';
export const databaseAway = 'The database of this install cannot be reached right now. Please try again in a moment.';
export const databaseReadOnly =
  'The database of this install is read-only at the moment, so nothing can be saved. What is stored is safe and can be read.';
export const tooManyReads = 'Your workspace is already loading a lot of data. Please try again in a few seconds.';
export const apiAway = 'The server is starting or cannot be reached. Please try again in a moment.';
export const notFound = 'There is nothing at this address';
export const bodyTooLarge = 'The request is too large';
export const badJson = 'The request body is not valid JSON';
export const storageFull =
  'The disk of this install is full, so nothing can be saved right now. What is stored is safe and can be read.';
export const deadLettered =
  'This has stopped the server several times and was set aside. It will be retried later. Please contact the operator of this install.';
