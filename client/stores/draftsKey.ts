/** Where the browser keeps what a person has typed and not saved. A logout removes it. */
export const draftsKey = 'drafts';
