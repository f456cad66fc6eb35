import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps } from 'react';
import { TextInput } from './TextInput.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** What the button of this field does; differs between the fields of one form. */
  toggleLabel?: string;
};

/** A masked line with a button of its own that shows what was typed. */
export const PasswordInput = ({ toggleLabel = 'Show password', ...rest }: PasswordInputProps) => {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="relative">
      <TextInput
        {...rest}
        type={isShown ? 'text' : 'password'}
        autoCapitalize="none"
        spellCheck={false}
        className="pr-10 pointer-coarse:pr-12"
      />
      <button
        type="button"
        aria-label={toggleLabel}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
        className="absolute inset-y-0 right-0 grid w-9 place-items-center rounded-md text-muted transition-colors hover:text-fg pointer-coarse:w-11"
      >
        {isShown ? <EyeOff aria-hidden="true" className="size-4" /> : <Eye aria-hidden="true" className="size-4" />}
      </button>
    </div>
  );
};
