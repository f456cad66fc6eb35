import { Download, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { CallLink } from '#client/components/buttons/CallLink.tsx';
import { CopyButton } from '#client/components/buttons/CopyButton.tsx';
import { IconButton } from '#client/components/buttons/IconButton.tsx';
import { KitState } from './KitSection.tsx';

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;

const BusyButton = () => {
  const [isBusy, setIsBusy] = useState(false);
  return (
    <Button variant="primary" isBusy={isBusy} busyLabel="Saving..." onClick={() => setIsBusy(true)}>
      Save
    </Button>
  );
};

export const ButtonsKit = () => (
  <>
    <KitState name="Variants">
      {variants.map((variant) => (
        <Button key={variant} variant={variant}>
          {variant}
        </Button>
      ))}
      <a href="#buttons" className={buttonStyles({})}>
        A link
      </a>
    </KitState>
    <KitState name="Small, with icons">
      {variants.map((variant) => (
        <Button key={variant} variant={variant} size="sm" icon={<Plus />}>
          {variant}
        </Button>
      ))}
    </KitState>
    <KitState name="Disabled">
      {variants.map((variant) => (
        <Button key={variant} variant={variant} disabled>
          {variant}
        </Button>
      ))}
    </KitState>
    <KitState name="Busy">
      {variants.map((variant) => (
        <Button key={variant} variant={variant} isBusy icon={<Download />}>
          {variant}
        </Button>
      ))}
      <BusyButton />
    </KitState>
    <KitState name="Call; nothing for a text that is no number">
      <CallLink name="Ada Example" number="+44 7400 123401" />
      <CallLink name="" number="on request" />
    </KitState>
    <KitState name="Signs">
      <IconButton label="Delete" icon={<Trash2 />} />
      <IconButton label="Delete, small" icon={<Trash2 />} size="iconSm" />
      <IconButton label="Delete, in a line" icon={<Trash2 />} size="iconXs" />
      <IconButton label="Delete, not now" icon={<Trash2 />} disabled />
      <CopyButton text="Leadlight" label="Copy a word" />
    </KitState>
    <KitState name="As wide as its place">
      <Button variant="primary" isWide>
        Sign in
      </Button>
    </KitState>
  </>
);
