import { messages } from '#shared/messages.ts';
import { validationError } from '#server/lib/failures/errors.ts';
import { normalizeEmail } from '#server/modules/users/normalizeEmail.ts';
import { readPhone } from './matchPerson.ts';
import type { SoughtPerson } from './matchPerson.ts';

/** @throws AppError 400 when neither is given, or the number is invalid */
export const readSoughtPerson = ({
  email,
  phone,
}: {
  email?: string | undefined;
  phone?: string | undefined;
}): SoughtPerson => {
  if (email === undefined && phone === undefined) throw validationError(messages.privacy.personMissing);
  if (phone !== undefined && readPhone(phone) === null)
    throw validationError(messages.privacy.phoneInvalid, { phone: messages.privacy.phoneInvalid });
  return { email: email === undefined ? null : normalizeEmail(email), phone: phone ?? null };
};
