/** The form in which addresses are stored and compared; the parsers of the fields have already trimmed them. */
export const normalizeEmail = (email: string): string => email.toLowerCase();
