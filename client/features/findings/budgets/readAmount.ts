/** Digits, with commas only between thousands: `1500`, `1,500.50`. A decimal comma would be read as thousands. */
const pattern = /^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?$/;

/** The amount of a text. An empty text is no budget. */
export const readAmount = (text: string): number | null | 'invalid' => {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  const amount = pattern.test(trimmed) ? Number(trimmed.replaceAll(',', '')) : 0;
  return amount > 0 ? amount : 'invalid';
};
