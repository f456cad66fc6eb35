/** What the build puts in place of the query library's endless lists (scripts/vite/lightQuery.ts): all lists have pages. */
export const infiniteQueryBehavior = (): never => {
  throw new Error('The build leaves endless lists out: see scripts/vite/lightQuery.ts');
};
