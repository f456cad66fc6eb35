const minutesPerHour = 60;
/** Longer durations are shown without their minutes. */
const longHours = 10;

/** `45 s`, `25 min`, `2 h 5 min`, `26 h`. Hours never become days, because an office day has fewer than 24 hours. */
export const formatDuration = (ms: number): string => {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < minutesPerHour) return `${minutes} min`;
  const hours = Math.floor(minutes / minutesPerHour);
  const rest = minutes % minutesPerHour;
  return hours >= longHours || rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
};
