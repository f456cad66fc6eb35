/**
 * Parses JSON whose ids may be numbers beyond 2^53: such a number becomes a string of its digits instead of being
 * rounded. Returns undefined for invalid JSON.
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
