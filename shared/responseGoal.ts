/** Hours in which people respond to leads. Other time does not count. */
export type OfficeHours = {
  /** 1 for Monday to 7 for Sunday. */
  days: number[];
  /** Local times, as `09:00`; `24:00` is the end of the day. */
  opens: string;
  closes: string;
  timeZone: string;
};

/** The time goal for a workspace's first responses. */
export type ResponseGoal = {
  /** Null: there is no goal, and nothing is overdue. */
  minutes: number | null;
  /** Null: all hours count. */
  officeHours: OfficeHours | null;
};

/** `since`: earlier leads do not count. */
export type ResponseClock = ResponseGoal & { since: string };

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const defaultResponseMinutes = 60;
