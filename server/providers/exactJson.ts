/**
 * Parses JSON whose ids may be numbers beyond 2^53: such a number becomes the text of its digits instead of another
 * number nearby. Undefined when it is no JSON.
 */
export const parseExactJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text, keepDigits);
    return value;
  } catch {
    return undefined;
  }
};

const keepDigits = (_key: string, value: unknown, context?: { source?: string }): unknown =>
  typeof value === 'number' && !Number.isSafeInteger(value) ? (context?.source ?? value) : value;
