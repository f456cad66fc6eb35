import { Monitor, Moon, Sun } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { Theme } from '#client/stores/themeStore.ts';

export const themeLooks: Readonly<Record<Theme, { label: string; Icon: LucideIcon }>> = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
};
