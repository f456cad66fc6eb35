import * as z from 'zod/mini';
import { messages } from '../messages.ts';
import { byPlatform, platformIds } from '../platforms.ts';
import { emailRules, nameRules, passwordRules, workspaceNameRules } from '../textRules.ts';
import type { TextRules } from '../textRules.ts';

/** Response of a call with only a result message. */
export const messageResponse = z.object({ message: z.string() });

export const platformId = z.enum(platformIds);

/** Which platforms are connected. */
export const connectedFlags = byPlatform(() => z.boolean());

/** The first violated rule gives the message. */
export const toChecks = (rules: TextRules['rules']) =>
  rules.map((rule) => {
    const options = { error: rule.error, abort: true };
    if ('minLength' in rule) return z.minLength(rule.minLength, options);
    return 'maxLength' in rule ? z.maxLength(rule.maxLength, options) : z.regex(rule.pattern, options);
  });

/** A required text that follows the rules. `missing` is the message for an absent value. */
const textField = ({ isTrimmed, rules }: TextRules, missing: string) =>
  z.string(missing).check(...(isTrimmed ? [z.trim()] : []), ...toChecks(rules));

export const emailField = textField(emailRules, messages.validation.emailRequired);

export const nameField = textField(nameRules, messages.validation.nameRequired);

export const workspaceNameField = textField(workspaceNameRules, messages.workspaces.nameRequired);

/** A password of at least `minLength` characters, not trimmed. */
export const passwordField = (minLength: number) =>
  textField(passwordRules(minLength), messages.validation.passwordTooShort(minLength));

/** An ad account id: digits, with `act_` before them at Facebook. */
export const accountIdField = z.string().check(z.maxLength(64), z.regex(/^[\w-]+$/));

/** At least one ad account id. */
export const accountIdsField = z
  .array(accountIdField)
  .check(z.minLength(1, messages.validation.minimumOneAccount), z.maxLength(1000));

export const dayField = z
  .string(messages.validation.invalidDates)
  .check(z.regex(/^\d{4}-\d{2}-\d{2}$/, messages.validation.invalidDates));

/** Days of an answer, both included. */
export const dayRange = z.object({ since: z.string(), until: z.string() });

/** An ISO 4217 code. Null if the ad account does not report its currency. */
export const currencyCode = z.nullable(z.string());

/** An instant as ISO 8601 text. */
export const instant = z.string();
