/** JSON for a script element. Escapes `<`, so that no value can close the element or open a comment. */
export const toScriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
