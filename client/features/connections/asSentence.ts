/** A text that another one follows. */
export const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);
