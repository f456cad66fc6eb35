import { useId } from 'react';
import type { ReactNode } from 'react';

/** Attributes that connect an input to its label and its message. */
export type FieldControl = { id: string; 'aria-invalid': true | undefined; 'aria-describedby': string | undefined };

type FieldProps = {
  label: string;
  error?: string;
  hint?: ReactNode;
  children: (control: FieldControl) => ReactNode;
};

/**
 * Label, one control, and a line for the hint or the error. The line keeps its height.
 *
 * @example <Field label="Email" error={errors.email}>{(control) => <TextInput {...control} {...register('email')} />}</Field>
 */
export const Field = ({ label, error, hint, children }: FieldProps) => {
  const id = useId();
  const messageId = `${id}-message`;
  const hasMessage = error !== undefined || hint !== undefined;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-[13px] font-medium text-fg">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-describedby': hasMessage ? messageId : undefined,
      })}
      <p
        id={messageId}
        className={`min-h-6 py-1 text-xs leading-4 ${error === undefined ? 'text-muted' : 'text-danger'}`}
      >
        {error ?? hint}
      </p>
    </div>
  );
};
