/** Who may register: everybody, people with an invitation, or nobody. */
export const registrationModes = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof registrationModes)[number];
