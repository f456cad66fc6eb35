type Order = 'asc' | 'desc';

/** Changes of an address that sort by a column, or turn its order around. The first order of a column is left out. */
export const sortBy = <Key extends string>(
  key: Key,
  current: { sort: Key; order: Order },
  firstOrder: (key: Key) => Order,
): { sort: Key; order: Order | null; page: 1 } => {
  const first = firstOrder(key);
  const order = key !== current.sort ? first : current.order === 'asc' ? 'desc' : 'asc';
  return { sort: key, order: order === first ? null : order, page: 1 };
};
