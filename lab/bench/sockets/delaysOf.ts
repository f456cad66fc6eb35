/**
 * The delay of each person's event.
 * @throws unless each person received exactly one event, their own
 */
export const delaysOf = (
  sent: ReadonlyMap<string, number>,
  arrivals: readonly (readonly [userId: string, at: number])[],
): number[] => {
  const waiting = new Map(sent);
  const delays = arrivals.map(([userId, at]) => {
    const sentAt = waiting.get(userId);
    if (sentAt === undefined) throw new Error('a person got an event twice, or one that was not sent');
    waiting.delete(userId);
    return at - sentAt;
  });
  if (waiting.size > 0) throw new Error(`${waiting.size} people got no event`);
  return delays;
};
