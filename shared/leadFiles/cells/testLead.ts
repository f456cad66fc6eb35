const testAddresses = new Set(['test@meta.com', 'test@fb.com']);
const testMark = /^(?:p:)?<test lead:/i;

/** A value of a lead that a platform's test tool sent, also after the `p:` of a phone number. */
export const isTestCell = (text: string): boolean => {
  const first = text.charCodeAt(0);
  // `<`, and `p` before `:<`
  return (first === 0x3c || (first === 0x70 && text.charCodeAt(2) === 0x3c)) && testMark.test(text);
};

/** The address that a platform's test tool gives its leads. */
export const isTestAddress = (email: string): boolean => email.length <= 13 && testAddresses.has(email.toLowerCase());

/** Whether a platform's test tool sent a lead with this address and these values. */
export const isTestLead = (email: string, texts: readonly string[]): boolean =>
  isTestAddress(email) || texts.some(isTestCell);
