import { platformNames } from '../platforms.ts';
import type { PlatformId } from '../platforms.ts';

export const pageUnreadable = 'The lead forms of this Page could not be read';
export const formUnreadable = 'The leads of this form could not be read';
export const unreadable = (count: number) =>
  count === 1 ? '1 lead could not be read' : `${count.toLocaleString('en-US')} leads could not be read`;
export const scopeMissing = (platform: PlatformId, missing: readonly string[]) =>
  `The leads cannot be read, because a permission is missing: ${missing.join('; ')}. Please grant access to ${platformNames[platform]} again and keep every box ticked.`;
export const notShown = 'The platform did not show this lead in time; the next read of its form brings it';
export const gone = 'The platform no longer knows this lead';
/** Deleted forms beyond these are only counted. */
const namedForms = 3;
export const formsGone = (platform: PlatformId, names: readonly string[]) => {
  const named = names.slice(0, namedForms).map((name) => `“${name}”`);
  const others = names.length > namedForms ? ` and ${names.length - namedForms} more` : '';
  return `${platformNames[platform]} no longer has ${names.length === 1 ? 'the form' : 'these forms'}: ${named.join(', ')}${others}. The leads that were read before stay here.`;
};
