/** Texts that a spreadsheet program may run as a formula. Quotes before the formula come from earlier guards. */
const formula = /^'*(?:[\t\r\n\0]|[\s\0]*[=+\-@＝＋－＠])/;

/** Quotes a text that a spreadsheet program may run, so that the program shows the text. */
export const guardFormula = (text: string): string => (formula.test(text) ? `'${text}` : text);

/** Removes the quote of `guardFormula`, and no other. */
export const unguardFormula = (text: string): string => {
  // Most values have no quote: a comparison is cheaper than the expression.
  if (text[0] !== "'") return text;
  const unquoted = text.slice(1);
  return formula.test(unquoted) ? unquoted : text;
};
