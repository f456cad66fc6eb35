/** Counts the digits of any script. */
export const countDigits = (text: string): number => {
  let count = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) return text.replace(/\P{Nd}/gu, '').length;
    if (code >= 0x30 && code <= 0x39) count += 1;
  }
  return count;
};

/** The phone number as it stands, without the signs of a platform or spreadsheet program around it: `p:+49…`, `'+49…`. */
export const bareNumber = (text: string): string => text.replace(/^(?:p:|')+/, '').trim();
