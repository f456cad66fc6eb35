import { Eye, EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps, KeyboardEvent } from 'react';
import { TextInput } from './TextInput.tsx';

type PasswordInputProps = Omit<ComponentProps<'input'>, 'type'> & {
  /** Must differ between the fields of one form. */
  toggleLabel?: string;
};

/** A password field with a show button. Warns about Caps Lock at the right end of the label's line. */
export const PasswordInput = ({ toggleLabel = 'Show password', ...rest }: PasswordInputProps) => {
  const [isShown, setIsShown] = useState(false);
  const [isCapsLockOn, setIsCapsLockOn] = useState(false);
  const readCapsLock = (event: KeyboardEvent): void => setIsCapsLockOn(event.getModifierState('CapsLock'));
  return (
    <div role="presentation" className="relative" onBlur={() => setIsCapsLockOn(false)}>
      <output className="absolute right-0 bottom-full mb-1 text-xs leading-5 text-warning">
        {isCapsLockOn && 'Caps Lock is on'}
      </output>
      <TextInput
        {...rest}
        onKeyDown={readCapsLock}
        onKeyUp={readCapsLock}
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
