/** What other screens show of findings, in one chunk: each further chunk would split those that screens share. */
export { CampaignFindings } from './CampaignFindings.tsx';
export { FindingsCount } from './FindingsCount.tsx';
export { LargestFindings } from './LargestFindings.tsx';
