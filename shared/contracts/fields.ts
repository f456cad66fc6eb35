import * as z from 'zod/mini';
import { textLimits } from '../limits.ts';
import { messages } from '../messages.ts';
import { platformIds } from '../platforms.ts';

/** The answer of a call that only tells how it went. */
export const messageResponse = z.object({ message: z.string() });

export const platformId = z.enum(platformIds);

const emailPattern = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u;
/** Control characters: the database refuses some, and none belongs into a name. */
const controlCharacter = /\p{Cc}/u;

/** A required e-mail address; the first rule that fails gives the message. */
export const emailField = z.string(messages.validation.emailRequired).check(
  z.trim(),
  z.minLength(1, { error: messages.validation.emailRequired, abort: true }),
  // Before the pattern, whose time grows with the square of the length.
  z.maxLength(textLimits.email, { error: messages.validation.emailInvalid, abort: true }),
  z.regex(emailPattern, { error: messages.validation.emailInvalid, abort: true }),
);

export const nameField = z.string(messages.validation.nameRequired).check(
  z.trim(),
  z.minLength(1, { error: messages.validation.nameRequired, abort: true }),
  z.maxLength(textLimits.name, `A name has at most ${textLimits.name} characters`),
  z.refine((name: string) => !controlCharacter.test(name), 'A name cannot hold control characters'),
);

/** A password of at least `minLength` characters, taken exactly as typed. */
export const passwordField = (minLength: number) =>
  z
    .string(messages.validation.passwordTooShort(minLength))
    .check(
      z.minLength(minLength, messages.validation.passwordTooShort(minLength)),
      z.maxLength(textLimits.password, `A password has at most ${textLimits.password} characters`),
    );

/** An ad account's id as the platforms spell theirs: digits, Facebook's behind `act_`. */
export const accountIdField = z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/));

/** Ad account ids, at least one. */
export const accountIdsField = z
  .array(accountIdField)
  .check(z.minLength(1, messages.validation.minimumOneAccount), z.maxLength(1000));

export const dayField = z
  .string(messages.validation.invalidDates)
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, messages.validation.invalidDates));

/** An instant as ISO 8601 text. */
export const instant = z.string();
