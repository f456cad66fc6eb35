const dayMs = 86_400_000;

/** Days of 24 hours until a moment, rounded up; 0 if at most one day is left. */
export const daysLeft = (until: Date, now: Date): number => {
  const days = Math.ceil((until.getTime() - now.getTime()) / dayMs);
  return days <= 1 ? 0 : days;
};
