const dayMs = 86_400_000;

/** Periods of 24 hours until a moment, rounded up; 0 for the past. */
export const daysLeft = (until: Date, now: Date): number => {
  const days = Math.ceil((until.getTime() - now.getTime()) / dayMs);
  return days <= 1 ? 0 : days;
};
