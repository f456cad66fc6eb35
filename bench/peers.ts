/**
 * Results of well-known servers on a similar machine (two cores, with PostgreSQL), relative to a bare server with the same
 * work. Measured once, elsewhere. They only put the product's results into proportion.
 */
export const peers = {
  /** Next.js, a static page: share of the requests of bare Express. */
  nextPage: 0.07,
  /** Directus, a page of a list: share of the requests of bare `pg`. */
  directusList: 0.14,
  /** Directus, an import: share of the rows that bare `pg` inserts. */
  directusImport: 0.02,
} as const;
