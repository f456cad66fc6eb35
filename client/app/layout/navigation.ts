import { Megaphone, Settings, Sparkles } from 'lucide-react';
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
  { href: routes.aiInsights.path, label: 'AI Insights', Icon: Sparkles },
  { href: routes.settings.path, label: 'Settings', Icon: Settings },
];

/** Target of the logo. */
export const homePath = '/dashboard';
