export const unreadable = 'Please enter a number, such as 1250.50';
export const ambiguous = (typed: string) =>
  `${typed} can be read in two ways. Please write it without a separator of thousands.`;
export const otherCurrency = (typed: string, currency: string) =>
  `The amount is in ${typed}, but the currency is ${currency}`;
export const tooManyDecimals = (currency: string, decimals: number) =>
  decimals === 0 ? `${currency} has no decimals` : `${currency} has ${decimals} decimals`;
