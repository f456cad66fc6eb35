/**
 * Compares sums of different currencies: the largest first. Equal ones are in the order of their currencies, because
 * PostgreSQL returns groups in any order.
 */
export const largestFirst =
  <Sum extends { currency: string | null }>(amountOf: (sum: Sum) => number) =>
  (one: Sum, other: Sum): number =>
    amountOf(other) - amountOf(one) || (one.currency ?? '').localeCompare(other.currency ?? '');
