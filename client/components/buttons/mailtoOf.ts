/** The address that writes a mail; null for an invalid address, because strangers may have entered it. */
export const mailtoOf = (address: string): string | null =>
  /^[^\s@:/?#]+@[^\s@:/?#]+$/.test(address) ? `mailto:${address}` : null;
