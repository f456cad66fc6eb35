export const failed = 'The campaigns could not be loaded';
export const childrenFailed = 'These rows could not be loaded';
export const detailFailed = 'The details could not be loaded';
export const unknown = 'This campaign, ad set or ad was not found';
export const tooMany = (count: number, limit: number) =>
  `These are ${count.toLocaleString('en-US')} rows, and a file has at most ${limit.toLocaleString('en-US')}. Please choose fewer with a filter.`;
export const notTaken = 'The rows could not be loaded';
