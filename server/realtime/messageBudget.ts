/** Limits the messages of a socket per minute; `take` says whether one more is allowed. */
export type MessageBudget = { take(now: number): 'fits' | 'first-too-many' | 'too-many' };

const windowMs = 60_000;

export const createMessageBudget = (messagesPerMinute: number): MessageBudget => {
  let windowStart = Number.NEGATIVE_INFINITY;
  let count = 0;
  return {
    take: (now) => {
      if (now - windowStart >= windowMs) {
        windowStart = now;
        count = 0;
      }
      count += 1;
      if (count <= messagesPerMinute) return 'fits';
      return count === messagesPerMinute + 1 ? 'first-too-many' : 'too-many';
    },
  };
};
