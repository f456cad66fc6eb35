import { Check, Monitor, Moon, Sun } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { setTheme, themes, useTheme } from '#client/stores/themeStore.ts';
import type { Theme } from '#client/stores/themeStore.ts';

const looks: Record<Theme, { label: string; Icon: LucideIcon }> = {
  light: { label: 'Light', Icon: Sun },
  dark: { label: 'Dark', Icon: Moon },
  system: { label: 'System', Icon: Monitor },
};

export const ThemeMenu = () => {
  const theme = useTheme();
  const Current = looks[theme].Icon;
  return (
    <Menu
      label={`Theme: ${looks[theme].label}`}
      trigger={<Current aria-hidden="true" className="size-[18px]" />}
      triggerClassName={buttonStyles({ variant: 'ghost', size: 'icon' })}
      className="min-w-36"
    >
      {(close) =>
        themes.map((choice) => {
          const { label, Icon } = looks[choice];
          return (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === theme}
              className={menuItemStyles}
              onClick={() => {
                setTheme(choice);
                close();
              }}
            >
              <Icon aria-hidden="true" />
              {label}
              {choice === theme && <Check aria-hidden="true" className="ml-auto" />}
            </button>
          );
        })
      }
    </Menu>
  );
};
