export const failed = 'The campaigns could not be loaded';
export const childrenFailed = 'These rows could not be loaded';
export const detailFailed = 'The details could not be loaded';
export const unknown = 'This campaign, ad set or ad was not found';
