import { resetLink, textLimits, workspaceLimits } from './limits.ts';
import { messages } from './messages.ts';

/** One rule for a text, and what a person reads when it is broken. */
type TextRule = { error: string } & ({ minLength: number } | { maxLength: number } | { pattern: RegExp });

/**
 * What a field takes: the first rule that fails counts. As data, so that the server builds its schemas from the same
 * rules that the forms check without a schema library.
 */
export type TextRules = {
  /** White space at both ends does not belong to the text. */
  isTrimmed: boolean;
  /** An empty text breaks no rule. */
  isOptional?: boolean;
  rules: readonly TextRule[];
};

export const emailRules: TextRules = {
  isTrimmed: true,
  rules: [
    { minLength: 1, error: messages.validation.emailRequired },
    // Before the pattern, whose time grows with the square of the length.
    { maxLength: textLimits.email, error: messages.validation.emailInvalid },
    // What is special in the header of a mail, such as `<` and `,`, would make other spellings of one mailbox.
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
    // The database refuses some control characters, and none belongs into a name.
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
    // The pattern sees digits only; longer ones are no code.
    { maxLength: resetLink.digits, error: messages.validation.otpNotNumeric },
  ],
};

const isBroken = (rule: TextRule, text: string): boolean => {
  if ('minLength' in rule) return text.length < rule.minLength;
  return 'maxLength' in rule ? text.length > rule.maxLength : !rule.pattern.test(text);
};

/** The text as it counts, and what is wrong with it: null for nothing. */
export const readText = (
  { isTrimmed, isOptional, rules }: TextRules,
  typed: string,
): { value: string; error: string | null } => {
  const value = isTrimmed ? typed.trim() : typed;
  const broken = isOptional && value === '' ? undefined : rules.find((rule) => isBroken(rule, value));
  return { value, error: broken?.error ?? null };
};
