/** The address if it is safe to link to, which `javascript:` and similar schemes are not. */
export const webUrl = (value: unknown): string | null => {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
};
