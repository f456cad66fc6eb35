/**
 * Finding components for other screens. They share one chunk, because more chunks would split the code that screens
 * share.
 */
export { CampaignFindings } from './CampaignFindings.tsx';
export { FindingsCount } from './FindingsCount.tsx';
export { LargestFindings } from './LargestFindings.tsx';
