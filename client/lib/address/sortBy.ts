type Order = 'asc' | 'desc';

/** Address changes that sort by a column, or reverse its order. Omits the default order of a column. */
export const sortBy = <Key extends string>(
  key: Key,
  current: { sort: Key; order: Order },
  firstOrder: (key: Key) => Order,
): { sort: Key; order: Order | null; page: 1 } => {
  const first = firstOrder(key);
  const order = key !== current.sort ? first : current.order === 'asc' ? 'desc' : 'asc';
  return { sort: key, order: order === first ? null : order, page: 1 };
};
