/**
 * The list under `key` of a response, at this level or one level down (`{data: [...]}`, `{data: {data: [...]}}`).
 * Anything else is an empty list.
 */
export const readList = <Item>(answer: object, key: string): Item[] => {
  const found: unknown = Reflect.get(answer, key);
  if (Array.isArray(found)) return found as Item[];
  const inner: unknown = typeof found === 'object' && found !== null ? Reflect.get(found, key) : null;
  return Array.isArray(inner) ? (inner as Item[]) : [];
};
