import { useState } from 'react';
import { useShownTheme } from '#client/stores/themeStore.ts';
import { contrastOf, readColor } from './contrast.ts';
import { KitState, WideKitState } from './KitSection.tsx';

/** Foreground, background, and the contrast that they need. */
const pairs = [
  { front: 'fg', back: 'bg', least: 7 },
  { front: 'fg', back: 'surface', least: 7 },
  { front: 'fg', back: 'hover', least: 7 },
  { front: 'muted', back: 'bg', least: 4.5 },
  { front: 'muted', back: 'surface', least: 4.5 },
  { front: 'muted', back: 'hover', least: 4.5 },
  { front: 'accent-text', back: 'surface', least: 4.5 },
  { front: 'accent-text', back: 'accent-tint', least: 4.5 },
  { front: 'on-accent', back: 'accent', least: 4.5 },
  { front: 'white', back: 'danger-fill', least: 4.5 },
  { front: 'success', back: 'success-tint', least: 4.5 },
  { front: 'warning', back: 'warning-tint', least: 4.5 },
  { front: 'danger', back: 'danger-tint', least: 4.5 },
  { front: 'control', back: 'surface', least: 3 },
  { front: 'series-1', back: 'surface', least: 3 },
  { front: 'series-2', back: 'surface', least: 3 },
  { front: 'series-3', back: 'surface', least: 3 },
] as const;

const colorOf = (token: string): string => `var(--color-${token})`;

const readContrasts = () =>
  pairs.map(({ front, back }) => contrastOf(readColor(colorOf(front)), readColor(colorOf(back))));

const Colors = () => {
  const [contrasts] = useState(readContrasts);
  return (
    <ul className="grid grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-2">
      {pairs.map(({ front, back, least }, index) => {
        const contrast = contrasts[index] ?? null;
        return (
          <li key={`${front} ${back}`} className="overflow-hidden rounded-md border border-hairline bg-surface">
            <span
              aria-hidden="true"
              className="grid h-12 place-items-center text-xl font-semibold"
              style={{ color: colorOf(front), backgroundColor: colorOf(back) }}
            >
              {least < 4.5 ? <span className="h-1 w-16 bg-current" /> : 'Aa'}
            </span>
            <span className="block px-2 py-1.5 text-xs">
              {front} on {back}
              <span className="block text-muted tabular-nums">
                {contrast === null ? '…' : contrast.toFixed(1)}, at least {least}
                {contrast !== null && contrast < least && <strong className="text-danger"> too little</strong>}
              </span>
            </span>
          </li>
        );
      })}
    </ul>
  );
};

const sizes = [
  ['text-2xl font-semibold', '24 Figure of a tile'],
  ['text-xl font-semibold tracking-tight', '20 Title of a screen'],
  ['text-[15px] font-semibold', '15 Title of a dialog'],
  ['text-sm', '14 Text'],
  ['text-[13px]', '13 Cell of a table'],
  ['text-xs text-muted', '12 Label'],
  ['font-mono text-xs', '12 120210000000778945'],
] as const;

const steps = [4, 8, 12, 16, 24, 32] as const;
const radii = [
  ['rounded-sm', '4 Badges'],
  ['rounded-md', '6 Controls, cards'],
  ['rounded-lg', '10 Menus, dialogs'],
] as const;

export const TokensKit = () => (
  <>
    <WideKitState name="Colors and their contrast">
      {/* Remounted to measure again in the other theme. */}
      <Colors key={useShownTheme()} />
    </WideKitState>
    <WideKitState name="Type">
      <div className="grid gap-2">
        {sizes.map(([className, text]) => (
          <p key={text} className={className}>
            {text}
          </p>
        ))}
      </div>
    </WideKitState>
    <KitState name="Spacing">
      {steps.map((step) => (
        <span key={step} className="grid justify-items-center gap-1 text-xs text-muted">
          <span className="bg-accent" style={{ width: step, height: step }} />
          {step}
        </span>
      ))}
    </KitState>
    <KitState name="Corners, and the one shadow">
      {radii.map(([className, text]) => (
        <span key={text} className={`${className} border border-control bg-surface px-3 py-2 text-xs`}>
          {text}
        </span>
      ))}
      <span className="rounded-lg border border-hairline bg-surface px-3 py-2 text-xs shadow-popover">What floats</span>
    </KitState>
  </>
);
