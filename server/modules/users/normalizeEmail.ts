/** The form in which addresses are stored and compared; the fields' parsers have trimmed it already. */
export const normaliseEmail = (email: string): string => email.toLowerCase();
