const dayMs = 86_400_000;

/** Started days of 24 hours until a future moment. 0 when less than one is left, or none. */
export const daysLeft = (until: Date, now: Date): number => {
  const days = Math.ceil((until.getTime() - now.getTime()) / dayMs);
  return days <= 1 ? 0 : days;
};
