/** Normalizes an address for storing and comparing. The field parsers have already trimmed it. */
export const normalizeEmail = (email: string): string => email.toLowerCase();
