import { Check } from 'lucide-react';
import { Menu, menuItemStyles } from '#client/components/overlays/Menu.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { setTheme, themes, useTheme } from '#client/stores/themeStore.ts';
import { themeLooks } from './themeLooks.ts';

export const ThemeMenu = () => {
  const theme = useTheme();
  const Current = themeLooks[theme].Icon;
  return (
    <Menu
      label={`Theme: ${themeLooks[theme].label}`}
      trigger={<Current aria-hidden="true" className="size-[18px]" />}
      triggerClassName={buttonStyles({ variant: 'ghost', size: 'icon' })}
      className="min-w-36"
    >
      {(close) =>
        themes.map((choice) => {
          const { label, Icon } = themeLooks[choice];
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
