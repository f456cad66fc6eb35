/** The address if it is safe to link to, else null. Schemes such as `javascript:` are unsafe. */
export const webUrl = (value: unknown): string | null => {
  if (typeof value !== 'string' || !URL.canParse(value)) return null;
  return /^https?:$/.test(new URL(value).protocol) ? value : null;
};
