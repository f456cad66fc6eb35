/** An ad account as the adapter lists it. `id` keeps the platform's own form (Facebook's with `act_`). */
export type PlatformAccount = {
  id: string;
  name: string;
  currency: string | null;
  timeZone: string | null;
  /** Google: the manager account to send with queries about this account. */
  loginCustomerId: string | null;
};

/** Size of one response: days per query and rows per page. Zero rows: not even one day fits. */
export type AnswerSize = { days: number; rows: number };

/** Stores the response size that worked for an ad account, so that the next read starts with it. */
export type SizeMemory = {
  /** The last size that worked, and its age. Null: the platform has refused nothing. */
  recall(): Promise<(AnswerSize & { ageMs: number }) | null>;
  store(size: AnswerSize | null): Promise<void>;
};
