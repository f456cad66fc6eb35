import type { WorkedLead } from './contracts/leadWork.ts';
import { byLeadPlatform, platformNames } from './platforms.ts';

/** Display names of the lists. */
export const sourceNames: Record<WorkedLead['list'], string> = {
  ...byLeadPlatform((platform) => platformNames[platform]),
  custom: 'Imported',
};
