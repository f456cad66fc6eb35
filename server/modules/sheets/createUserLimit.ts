import { tooManyAttempts } from '#server/lib/failures/errors.ts';

const retryAfterSeconds = 5;

/** Allows each person `limit` simultaneous operations in this process. */
export const createUserLimit = (limit: number) => {
  const underWay = new Map<string, number>();

  /** @throws AppError 429 when the person has reached the limit */
  return async <T>(userId: string, run: () => Promise<T>): Promise<T> => {
    const count = underWay.get(userId) ?? 0;
    if (count >= limit) throw tooManyAttempts(retryAfterSeconds);
    underWay.set(userId, count + 1);
    try {
      return await run();
    } finally {
      const left = (underWay.get(userId) ?? 1) - 1;
      if (left > 0) underWay.set(userId, left);
      else underWay.delete(userId);
    }
  };
};
