import { FileSpreadsheet, Import, Megaphone, MessagesSquare, Settings, Sparkles, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

export type NavTarget = {
  href: string;
  label: string;
  /** The key that opens the entry after `g`. */
  letter: string;
  Icon?: LucideIcon;
  platform?: PlatformId;
};

/** Target of the logo. */
export const homePath = '/dashboard';

/** Members of the Overview group. */
export const platformEntries: readonly (NavTarget & { platform: PlatformId })[] = platformIds.map((platform) => ({
  href: routes[platform].path,
  label: platformNames[platform],
  letter: platform.slice(0, 1),
  platform,
}));

/** The entries below the Overview group. */
export const navEntries: readonly (NavTarget & { Icon: LucideIcon })[] = [
  { href: routes.campaigns.path, label: 'Campaigns', letter: 'c', Icon: Megaphone },
  { href: routes.oldLeads.path, label: 'Meta Leads', letter: 'm', Icon: MessagesSquare },
  { href: routes.leads.path, label: 'Leads', letter: 'l', Icon: Users },
  { href: routes.customLeads.path, label: 'Custom Leads', letter: 'u', Icon: Import },
  { href: routes.googleSheets.path, label: 'Google Sheets', letter: 's', Icon: FileSpreadsheet },
  { href: routes.aiInsights.path, label: 'AI Insights', letter: 'a', Icon: Sparkles },
  { href: routes.settings.path, label: 'Settings', letter: ',', Icon: Settings },
];

/** Every screen with an entry, and the logo's target. */
export const navTargets: readonly NavTarget[] = [
  { href: routes.overview.path, label: 'Overview', letter: 'o' },
  ...platformEntries,
  ...navEntries,
];
