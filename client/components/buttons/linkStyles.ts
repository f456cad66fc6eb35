/** For links in running text. */
export const linkStyles = 'rounded-sm font-medium text-accent-text underline-offset-3 hover:underline';
