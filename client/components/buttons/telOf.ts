/** The address that calls a number; null for a text that is no number, because strangers may have entered it. */
export const telOf = (number: string): string | null =>
  /^(?=.*\d)\+?[\d ()./-]{5,}$/.test(number) ? `tel:${number.replaceAll(/[^+\d]/g, '')}` : null;
