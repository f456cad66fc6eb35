import { GraphError } from '#server/sandbox/meta/graph/GraphError.ts';

export const refusals = ['reduce', 'large', 'slow'] as const;
/** The ways in which Meta refuses a query for too much data. */
type Refusal = (typeof refusals)[number];

export type Capacity = ReturnType<typeof createCapacity>;

const errorOf: Record<Refusal, () => GraphError> = {
  reduce: () =>
    new GraphError(1, "Please reduce the amount of data you're asking for, then retry your request", {
      status: 500,
      isTransient: false,
    }),
  large: () => new GraphError(100, 'The report holds too much data.', { subcode: 1487534 }),
  slow: () => new GraphError(2, 'The query has run out of time.', { status: 500, subcode: 1504038 }),
};

/** Limit for an insights response, as days times rows per page. Unlimited by default. */
export const createCapacity = () => {
  let maxWeight = Infinity;
  let refusal: Refusal = 'reduce';

  return {
    set(weight: number, how: Refusal): void {
      maxWeight = weight;
      refusal = how;
    },

    /** Throws if a query exceeds the limit. */
    check(days: number, limit: number): void {
      if (days * limit > maxWeight) throw errorOf[refusal]();
    },
  };
};
