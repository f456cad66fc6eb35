import * as z from 'zod/mini';
import { messages } from '../messages.ts';
import { byPlatform, platformIds } from '../platforms.ts';
import { emailRules, nameRules, passwordRules } from '../textRules.ts';
import type { TextRules } from '../textRules.ts';

/** The answer of a call that only tells how it went. */
export const messageResponse = z.object({ message: z.string() });

export const platformId = z.enum(platformIds);

/** Which platforms are connected. */
export const connectedFlags = byPlatform(() => z.boolean());

/** The first rule that fails gives the message. */
export const toChecks = (rules: TextRules['rules']) =>
  rules.map((rule) => {
    const options = { error: rule.error, abort: true };
    if ('minLength' in rule) return z.minLength(rule.minLength, options);
    return 'maxLength' in rule ? z.maxLength(rule.maxLength, options) : z.regex(rule.pattern, options);
  });

/** A required text that follows the rules; `missing` is what a person reads when there is none at all. */
const textField = ({ isTrimmed, rules }: TextRules, missing: string) =>
  z.string(missing).check(...(isTrimmed ? [z.trim()] : []), ...toChecks(rules));

export const emailField = textField(emailRules, messages.validation.emailRequired);

export const nameField = textField(nameRules, messages.validation.nameRequired);

/** A password of at least `minLength` characters, taken exactly as typed. */
export const passwordField = (minLength: number) =>
  textField(passwordRules(minLength), messages.validation.passwordTooShort(minLength));

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
