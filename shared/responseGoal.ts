/** When people respond to leads. Time outside does not count. */
export type OfficeHours = {
  /** 1 for Monday to 7 for Sunday. */
  days: number[];
  /** Local times, as `09:00`; `24:00` is the end of the day. */
  opens: string;
  closes: string;
  timeZone: string;
};

/** How soon leads of a workspace should have a first response. */
export type ResponseGoal = {
  /** Null: there is no goal, and nothing is overdue. */
  minutes: number | null;
  /** Null: at all hours. */
  officeHours: OfficeHours | null;
};

/** `since`: leads that arrived before do not count. */
export type ResponseClock = ResponseGoal & { since: string };

export const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

export const defaultResponseMinutes = 60;
