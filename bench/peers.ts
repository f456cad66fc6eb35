/**
 * What well-known servers reached on a machine of this kind (two cores, PostgreSQL beside them), as shares of a bare server
 * that does the same work. They were measured once and elsewhere, and are not measured again here: they only put our
 * own shares into proportion.
 */
export const peers = {
  /** Next.js, a static page: of the requests that a bare Express answers. */
  nextPage: 0.07,
  /** Directus, a page of a list: of the requests that a bare `pg` answers. */
  directusList: 0.14,
  /** Directus, an import: of the rows that a bare `pg` inserts. */
  directusImport: 0.02,
} as const;
