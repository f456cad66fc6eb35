/** The address if a link may lead there: `javascript:` and its like may not. */
export const webUrl = (value: unknown): string | null => {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
};
