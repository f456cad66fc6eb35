export const saved = 'View saved';
export const changed = 'View changed';
export const deleted = 'View deleted';
export const failed = 'The view could not be saved';
export const deleteFailed = 'The view could not be deleted';
export const loadFailed = 'The saved views could not be loaded';
export const tooMany = 'You have as many saved views as one person can. Please delete one first.';
export const tooMuch = 'These filters are too long to be saved. Please choose fewer.';
export const nameTaken = 'You have a view with this name already';
export const linkCopied = 'Link copied';
export const linkNotCopied = 'The link could not be copied';
/** For an unknown view in the URL. */
export const gone = 'This view was deleted, or is no longer shared with you.';
export const notYours = 'Only the person who made this view can change it';
