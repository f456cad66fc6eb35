/** Facebook's ids carry `act_` in lists; queries are made without it. */
export const stripActPrefix = (accountId: string): string => accountId.replace(/^act_/, '');
