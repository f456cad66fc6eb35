import { waitUntil } from '#testing/waitUntil.ts';
import type { person } from './marks.ts';
import type { TalkativeProduct } from './talkativeProduct.ts';

/** A person who uses the product, and the secrets that they received. */
export type Visit = TalkativeProduct & {
  me: { userId: string; token: string };
  sessionTokens: string[];
  oneTimeCode: string;
};

export const rowOf = ({ name, email, phone, answer }: ReturnType<typeof person>) => ({
  Name: name,
  EmailAddress: email,
  Number: phone,
  Project: answer,
});

/** Waits with a long timeout for busy machines. */
export const waitFor = <T>(what: string, check: () => Promise<T>) => waitUntil(check, { timeoutMs: 90_000, what });
