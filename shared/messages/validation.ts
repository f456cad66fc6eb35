export const emailRequired = 'email is required';
export const emailInvalid = 'Please enter a valid email address';
export const nameRequired = 'name is required';
export const otpRequired = 'otp is required';
export const otpNotNumeric = 'Please enter a valid number';
export const passwordTooShort = (minLength: number) => `Password must be at least ${minLength} characters long`;
export const passwordsDiffer = "password don't match";
export const minimumOneAccount = 'Minimum one account must be selected';
export const invalidRequest = 'The request is not valid';
export const tooSlow = 'The request took too long to arrive';
export const plainJson = 'Send JSON, uncompressed';
export const invalidField = (field: string) => `Please check "${field}"`;
export const invalidDates =
  'Please choose valid dates: start not after end, within the last two years, not in the future';
export const invalidIdempotencyKey = 'An Idempotency-Key has 1 to 255 printable characters';
export const answerErased =
  'This request was answered before. The answer was deleted, because it could contain data of a deleted person.';
export const idempotencyKeyReused = 'This Idempotency-Key was used for another request. Please send a new one.';
