import { resetLink, textLimits, workspaceLimits } from './limits.ts';
import { messages } from './messages.ts';

/** A text rule with its error message. */
type TextRule = { error: string } & ({ minLength: number } | { maxLength: number } | { pattern: RegExp });

/**
 * Rules of a field; the first failing rule counts. They are data, so that forms can check them without a schema library
 * and the server can build schemas from them.
 */
export type TextRules = {
  /** Trims white space at both ends. */
  isTrimmed: boolean;
  /** Skips all rules for an empty text. */
  isOptional?: boolean;
  rules: readonly TextRule[];
};

export const emailRules: TextRules = {
  isTrimmed: true,
  rules: [
    { minLength: 1, error: messages.validation.emailRequired },
    // Check the length before the pattern, whose time grows with the square of the length.
    { maxLength: textLimits.email, error: messages.validation.emailInvalid },
    // Characters with a meaning in mail headers, such as `<` and `,`, would allow several spellings of a mailbox.
    {
      pattern: /^(?!.*[\s\p{Cc}<>()[\]\\,;:"])[^@]+@[^@]+\.[^@]+$/u,
      error: messages.validation.emailInvalid,
    },
  ],
};

export const nameRules: TextRules = {
  isTrimmed: true,
  rules: [
    { minLength: 1, error: messages.validation.nameRequired },
    { maxLength: textLimits.name, error: `A name has at most ${textLimits.name} characters` },
    // The database refuses some control characters, and names need none.
    { pattern: /^\P{Cc}*$/u, error: 'A name cannot hold control characters' },
  ],
};

export const workspaceNameRules: TextRules = {
  isTrimmed: true,
  rules: [
    { minLength: 1, error: messages.workspaces.nameRequired },
    { maxLength: workspaceLimits.name, error: messages.workspaces.nameTooLong },
    { pattern: /^\P{Cc}*$/u, error: 'A name cannot hold control characters' },
  ],
};

/** A password of at least `minLength` characters, taken exactly as typed. */
export const passwordRules = (minLength: number): TextRules => ({
  isTrimmed: false,
  rules: [
    { minLength, error: messages.validation.passwordTooShort(minLength) },
    { maxLength: textLimits.password, error: `A password has at most ${textLimits.password} characters` },
  ],
});

export const otpRules: TextRules = {
  isTrimmed: true,
  rules: [
    { minLength: 1, error: messages.validation.otpRequired },
    { pattern: /^\d+$/, error: messages.validation.otpNotNumeric },
    // The pattern checks only digits; longer texts are not codes.
    { maxLength: resetLink.digits, error: messages.validation.otpNotNumeric },
  ],
};

const isBroken = (rule: TextRule, text: string): boolean => {
  if ('minLength' in rule) return text.length < rule.minLength;
  return 'maxLength' in rule ? text.length > rule.maxLength : !rule.pattern.test(text);
};

/** The normalized text and its error; null if valid. */
export const readText = (
  { isTrimmed, isOptional, rules }: TextRules,
  typed: string,
): { value: string; error: string | null } => {
  const value = isTrimmed ? typed.trim() : typed;
  const broken = isOptional && value === '' ? undefined : rules.find((rule) => isBroken(rule, value));
  return { value, error: broken?.error ?? null };
};
