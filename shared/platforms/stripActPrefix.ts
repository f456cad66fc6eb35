/** Facebook's account lists have `act_` before each id; queries use the id alone. */
export const stripActPrefix = (accountId: string): string => accountId.replace(/^act_/, '');
