import { Contact, Gauge, History, Keyboard, LogOut, Sparkles, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { Action } from '#client/components/actions/Action.ts';
import { offeredActions } from '#client/components/actions/offeredActions.ts';
import { PlatformIcon } from '#client/components/marks/PlatformIcon.tsx';
import { signOut } from '#client/features/users/users.api.ts';
import { campaignPath } from '#client/lib/address/campaignsAddress.ts';
import { findingPath } from '#client/lib/address/findingsAddress.ts';
import { leadPath } from '#client/lib/address/leadsAddress.ts';
import { invitePath } from '#client/lib/address/settingsAddress.ts';
import { useRecentPlaces } from '#client/stores/recentStore.ts';
import { setTheme, themes } from '#client/stores/themeStore.ts';
import { useIsOwner } from '#client/stores/workspaceStore.ts';
import { sourceNames } from '#shared/sourceNames.ts';
import type { NavTarget } from '../layout/navigation.ts';
import { themeLooks } from '../layout/themeLooks.ts';
import { useFoundCampaigns, useFoundFindings, useFoundLeads } from './found.api.ts';

/** Something to choose. `detail` tells apart what has the same label. Names may lose their middle. */
export type PaletteItem = Action & { detail?: string; isName?: boolean };

export type PaletteGroup = { title: string; items: readonly PaletteItem[] };

export type PaletteTools = {
  screens: readonly NavTarget[];
  goTo: (path: string) => void;
  showShortcuts: () => void;
};

const themeActions: readonly PaletteItem[] = themes.map((theme) => {
  const { label, Icon } = themeLooks[theme];
  return { key: `theme ${theme}`, label: `Theme: ${label}`, icon: <Icon />, onSelect: () => setTheme(theme) };
});

const iconOf = ({ Icon = Gauge, platform }: NavTarget) => (platform ? <PlatformIcon platform={platform} /> : <Icon />);

/**
 * What fits a search: places opened last, what the screen offers, screens, settings, leads, campaigns and findings. What
 * is loaded is there at once, and the server adds the rest.
 */
export const usePaletteGroups = (search: string, { screens, goTo, showShortcuts }: PaletteTools) => {
  const words = search.toLowerCase().split(/\s+/);
  const fits = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const { leads, ...leadsState } = useFoundLeads(search, fits);
  const { campaigns, ...campaignsState } = useFoundCampaigns(search, fits);
  const findings = useFoundFindings(search, fits);
  const recent = useRecentPlaces();
  const isOwner = useIsOwner();
  const [offered] = useState(offeredActions);
  const toPlace = (path: string): Pick<PaletteItem, 'key' | 'onSelect'> => ({ key: path, onSelect: () => goTo(path) });
  const general: readonly PaletteItem[] = [
    ...(isOwner ? [{ ...toPlace(invitePath), label: 'Invite a colleague', icon: <UserPlus /> }] : []),
    ...themeActions,
    { key: 'shortcuts', label: 'Keyboard shortcuts', icon: <Keyboard />, onSelect: showShortcuts },
    { key: 'logout', label: 'Logout', icon: <LogOut />, onSelect: signOut },
  ];
  const fitting = (items: readonly PaletteItem[]): PaletteItem[] => items.filter(({ label }) => fits(label));
  const groups: readonly PaletteGroup[] = [
    {
      title: 'Opened last',
      items: fitting(recent.map(({ path, label }) => ({ ...toPlace(path), label, icon: <History /> }))),
    },
    { title: 'On this screen', items: fitting(offered) },
    {
      title: 'Screens',
      items: fitting(screens.map((target) => ({ ...toPlace(target.href), label: target.label, icon: iconOf(target) }))),
    },
    { title: 'Anywhere', items: fitting(general) },
    {
      title: 'Leads',
      items: leads.map(({ id, name, email, phone, list }) => ({
        ...toPlace(leadPath(id)),
        label: name || email || phone || 'Without a name',
        detail: [name === '' ? '' : email || phone, sourceNames[list]].filter((part) => part !== '').join(' · '),
        icon: <Contact />,
      })),
    },
    {
      title: 'Campaigns',
      items: campaigns.map((row) => ({
        ...toPlace(campaignPath(row)),
        label: row.name,
        isName: true,
        ...(row.name.startsWith(row.accountName) ? {} : { detail: row.accountName }),
        icon: <PlatformIcon platform={row.platform} />,
      })),
    },
    {
      title: 'Findings',
      items: findings.map(({ id, text }) => ({ ...toPlace(findingPath(id)), label: text, icon: <Sparkles /> })),
    },
  ];
  const seen = new Set<string>();
  const isFirst = ({ key }: PaletteItem): boolean => seen.size < seen.add(key).size;
  return {
    groups: groups
      .map(({ title, items }) => ({ title, items: items.filter(isFirst) }))
      .filter(({ items }) => items.length > 0),
    isSearching: leadsState.isFetching || campaignsState.isFetching,
    hasFailed: leadsState.hasFailed || campaignsState.hasFailed,
  };
};
