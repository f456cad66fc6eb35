import { FileSpreadsheet, Import, Megaphone, MessagesSquare, Settings, Sparkles, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { platformIds, platformNames } from '#shared/platforms.ts';
import type { PlatformId } from '#shared/platforms.ts';
import { routes } from '#shared/routes.ts';

type NavEntry = { href: string; label: string; Icon: LucideIcon };

/** Members of the Overview group. */
export const platformEntries: readonly { href: string; label: string; platform: PlatformId }[] = platformIds.map(
  (platform) => ({
    href: routes[platform].path,
    label: platformNames[platform],
    platform,
  }),
);

/** The entries under the Overview group, in their order. */
export const navEntries: readonly NavEntry[] = [
  { href: routes.campaigns.path, label: 'Campaigns', Icon: Megaphone },
  { href: routes.oldLeads.path, label: 'Meta Leads', Icon: MessagesSquare },
  { href: routes.leads.path, label: 'Leads', Icon: Users },
  { href: routes.customLeads.path, label: 'Custom Leads', Icon: Import },
  { href: routes.googleSheets.path, label: 'Google Sheets', Icon: FileSpreadsheet },
  { href: routes.aiInsights.path, label: 'AI Insights', Icon: Sparkles },
  { href: routes.settings.path, label: 'Settings', Icon: Settings },
];

/** Target of the logo. */
export const homePath = '/dashboard';
