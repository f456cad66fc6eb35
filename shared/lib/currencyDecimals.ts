/** Decimals that amounts of a currency have: 2 for EUR, 0 for JPY, 3 for KWD. An unknown currency has 2. */
export const currencyDecimals = (currency: string): number => {
  try {
    return new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    // The currency may be incomplete while someone types, such as "EU".
    return 2;
  }
};

/** Whether an amount has no more decimals than its currency. */
export const fitsCurrency = (amount: number, currency: string): boolean => {
  const digits = currencyDecimals(currency);
  // 1.005 * 100 is 100.49999999999999, so the difference is compared, not the product.
  return Math.abs(amount - Number(amount.toFixed(digits))) < 1e-9;
};
