/** The meaning of a step in a workspace's ladder, independent of its name. */
export const leadMeanings = ['new', 'working', 'qualified', 'won', 'lost', 'junk'] as const;
export type LeadMeaning = (typeof leadMeanings)[number];

export const leadStatusColors = ['gray', 'blue', 'violet', 'green', 'amber', 'red'] as const;

export type LeadStatus = {
  id: string;
  name: string;
  color: (typeof leadStatusColors)[number];
  meaning: LeadMeaning;
};

/** The default ladder of a workspace. */
export const defaultLeadStatuses: readonly LeadStatus[] = [
  { id: 'new', name: 'New', color: 'blue', meaning: 'new' },
  { id: 'contacted', name: 'Contacted', color: 'violet', meaning: 'working' },
  { id: 'qualified', name: 'Qualified', color: 'amber', meaning: 'qualified' },
  { id: 'won', name: 'Won', color: 'green', meaning: 'won' },
  { id: 'lost', name: 'Lost', color: 'gray', meaning: 'lost' },
  { id: 'junk', name: 'Junk', color: 'red', meaning: 'junk' },
];

/** What the status texts of our sample file mean, unless a step has their name. */
export const knownMeanings = {
  accepted: 'qualified',
  rejected: 'lost',
  waiting: 'new',
} as const satisfies Record<string, LeadMeaning>;
