/** The embedded PostgreSQL and the day of its release, known to the build so that its age needs no network. */
export const embeddedRelease = { version: '18.4', releasedOn: '2026-05-14' } as const;

/** PostgreSQL plans its minor releases for the second Thursday of these months, from 0. */
const plannedMonths = [1, 4, 7, 10];
const thursday = 4;
const dayMs = 86_400_000;

const secondThursdayOf = (year: number, month: number): Date => {
  const weekday = new Date(Date.UTC(year, month, 1)).getUTCDay();
  return new Date(Date.UTC(year, month, 8 + ((thursday - weekday + 7) % 7)));
};

export type ReleaseAge = {
  days: number;
  /** Minor releases that PostgreSQL planned between this one and `now`. */
  missed: number;
};

/** How old the embedded PostgreSQL is. */
export const ageOfEmbedded = (now: Date, releasedOn: string = embeddedRelease.releasedOn): ReleaseAge => {
  const released = new Date(releasedOn);
  let missed = 0;
  for (let year = released.getUTCFullYear(); year <= now.getUTCFullYear(); year += 1)
    for (const month of plannedMonths) {
      const planned = secondThursdayOf(year, month);
      if (planned > released && planned <= now) missed += 1;
    }
  return { days: Math.max(0, Math.floor((now.getTime() - released.getTime()) / dayMs)), missed };
};
