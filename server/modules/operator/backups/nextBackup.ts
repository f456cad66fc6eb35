/** The next moment after `now` with this time of day, such as `03:00`, in the time zone of the machine. */
export const nextBackup = (at: string, now: Date): Date => {
  const [hours = 0, minutes = 0] = at.split(':').map(Number);
  const next = new Date(now);
  next.setHours(hours, minutes, 0, 0);
  if (next <= now) next.setDate(next.getDate() + 1);
  return next;
};
