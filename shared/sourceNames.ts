import type { WorkedLead } from './contracts/leadWork.ts';
import { byLeadPlatform, platformNames } from './platforms.ts';

/** The lists as people know them. */
export const sourceNames: Record<WorkedLead['list'], string> = {
  ...byLeadPlatform((platform) => platformNames[platform]),
  custom: 'Imported',
};
