import * as z from 'zod/mini';
import { pageSizes, textLimits } from '../limits.ts';

/** Query of a list, all three optional. Invalid numbers count as absent, so that no list call fails on them. */
export const pageQuery = z.object({
  page: z.optional(z.string()),
  limit: z.optional(z.string()),
});

export const searchQuery = z.extend(pageQuery, {
  search: z.optional(z.string().check(z.maxLength(textLimits.search))),
});

/** Paging fields of every list. Pages count from 1; an empty list has one page. */
export const pageFields = {
  page: z.number(),
  totalPages: z.number(),
  totalItems: z.number(),
  /** Null on the last page and after it. */
  nextPage: z.nullable(z.number()),
  /** `totalItems` and `totalPages` are estimates for searches with many matches. The last page has the exact total. */
  isTotalEstimated: z.optional(z.literal(true)),
};

export type PageFields = {
  page: number;
  totalPages: number;
  totalItems: number;
  nextPage: number | null;
  isTotalEstimated?: true;
};
export type PageRequest = { page: number; limit: number };

const readCount = (text: string | undefined, fallback: number): number =>
  text !== undefined && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : fallback;

/**
 * The requested page, limited to `pageSizes.maximum`.
 * @param defaultLimit the limit if none is requested
 */
export const readPageRequest = (
  query: { page?: string | undefined; limit?: string | undefined },
  defaultLimit: number,
): PageRequest => ({
  page: readCount(query.page, 1),
  limit: Math.min(readCount(query.limit, defaultLimit), pageSizes.maximum),
});

export const toPageFields = (
  { page, limit }: PageRequest,
  totalItems: number,
  isTotalEstimated = false,
): PageFields => {
  const totalPages = Math.max(1, Math.ceil(totalItems / limit));
  const nextPage = page < totalPages ? page + 1 : null;
  return { page, totalPages, totalItems, nextPage, ...(isTotalEstimated ? { isTotalEstimated } : {}) };
};
