import { waitUntil } from '#testing/waitUntil.ts';
import type { person } from './marks.ts';
import type { TalkativeProduct } from './talkativeProduct.ts';

/** Somebody who uses the product, and the secrets that it has given them. */
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

/** The machine may be busy; what never comes is a failure all the same. */
export const waitFor = <T>(what: string, check: () => Promise<T>) => waitUntil(check, { timeoutMs: 90_000, what });
