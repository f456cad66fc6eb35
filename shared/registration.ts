/** Who may register: everyone, people with an invitation, or no one. */
export const registrationModes = ['open', 'invite', 'closed'] as const;
export type Registration = (typeof registrationModes)[number];
