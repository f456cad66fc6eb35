/** Texts that a spreadsheet program may run as a formula. Quotes before the formula come from earlier guards. */
const formula = /^'*(?:[\t\r\n\0]|[\s\0]*[=+\-@＝＋－＠])/;

/** Adds a leading quote to a text that a spreadsheet program might run, so that the program shows it as text. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Removes only the quote added by `guardFormula`. */
export const unguardFormula = (text: string): string => {
  // Most values have no quote: a comparison is cheaper than the expression.
  if (text[0] !== "'") return text;
  const unquoted = text.slice(1);
  return formula.test(unquoted) ? unquoted : text;
};
