/** A profile of accounts. Its keys are described where they are set, in profiles.mjs. */
export type Profile = { name: string; accounts: number } & Readonly<Record<string, unknown>>;

export type Truth = Readonly<Record<string, unknown>>;

/** Plants an event and says what is true, or null if it has no place. */
export type Shape = (given: never) => unknown;

/** `shapes` has those that the profile names. `lines`: JSON, in the order of arrival. */
export const generate: (
  profile: Profile,
  seed: string,
  shapes?: Readonly<Record<string, Shape>>,
) => { lines: string[]; truths: Truth[] };
