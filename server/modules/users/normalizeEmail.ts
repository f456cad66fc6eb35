/** The form in which addresses are stored and compared; the parsers of the fields have already trimmed them. */
export const normaliseEmail = (email: string): string => email.toLowerCase();
