import { AppError } from '#server/lib/failures/errors.ts';

/** @returns null when the call was refused with 400, 404 or 409 */
export const orRefused = async <Answer>(call: Promise<Answer>): Promise<Answer | null> => {
  try {
    return await call;
  } catch (error) {
    if (error instanceof AppError && [400, 404, 409].includes(error.status)) return null;
    throw error;
  }
};
