import { formatInteger } from '#client/lib/format.ts';
import { sheetActivity } from '#shared/activityKinds.ts';
import type { Activity } from '#shared/contracts/activity.ts';

const count = (leads: number): string => (leads === 1 ? '1 lead' : `${formatInteger(leads)} leads`);

const describeSync = (leads: number, updated: number): string => {
  const from = 'from a Google Sheet';
  if (updated === 0) return `Added ${count(leads)} ${from}`;
  return leads === 0
    ? `Updated ${count(updated)} ${from}`
    : `Added ${count(leads)} and updated ${formatInteger(updated)} ${from}`;
};

const describeImport = ({ leads, updated, given }: Activity): string => {
  if (given === sheetActivity) return describeSync(leads, updated);
  if (updated === 0) return `Imported ${count(leads)}`;
  return leads === 0
    ? `Updated ${count(updated)} by an import`
    : `Imported ${count(leads)} and updated ${formatInteger(updated)}`;
};

/** Describes the action, without its person and time. */
export const describeActivity = (activity: Activity): string => {
  const { kind, given, leads } = activity;
  switch (kind) {
    case 'status':
      return `Set ${count(leads)} to ${given ?? 'another status'}`;
    case 'assignee':
      return given === null ? `Unassigned ${count(leads)}` : `Assigned ${count(leads)} to ${given}`;
    case 'tags':
      return given === null ? `Changed the tags of ${count(leads)}` : `Changed the tags of ${count(leads)}: ${given}`;
    case 'delete':
      return `Deleted ${count(leads)}`;
    case 'import':
      return describeImport(activity);
    default:
      return kind satisfies never;
  }
};
