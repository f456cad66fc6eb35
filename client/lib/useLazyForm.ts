import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, SyntheticEvent } from 'react';
import type * as z from 'zod/mini';
import { messages } from '#shared/messages.ts';
import { logError } from './log.ts';

/** What a form checks its values with and does with them. */
export type FormRules<Output> = {
  schema: z.ZodMiniType<Output>;
  /** Tells the person of a failure itself. @returns whether it was done */
  submit: (values: Output) => Promise<boolean>;
};

type LazyForm<Name extends string, Output> = {
  load: () => Promise<FormRules<Output>>;
  /** By field; what a field that is switched off holds counts as well. */
  defaultValues: Record<Name, string>;
  /** After a submission that succeeded, unless the person has left the form meanwhile. */
  onDone?: (values: Output, form: HTMLFormElement) => void;
};

type Errors<Name extends string> = Partial<Record<Name, { message: string }>>;

/** What was to be sent could not be, for want of the code that sends it. */
export const reportUnsent = async (error: unknown): Promise<void> => {
  logError('The form could not be sent', error);
  try {
    const { notify } = await import('#client/components/notify.ts');
    notify.error(messages.auth.failed);
  } catch {
    // Nothing at all can be loaded: only the browser itself is left to say so.
    window.alert(messages.auth.failed);
  }
};

/** Read from the fields themselves: not every browser announces what it fills in. */
const readFields = <Name extends string>(form: HTMLFormElement, defaults: Record<Name, string>) => {
  const data = new FormData(form);
  return Object.fromEntries(
    Object.entries<string>(defaults).map(([name, fallback]) => {
      const value = data.get(name);
      return [name, typeof value === 'string' ? value : fallback];
    }),
  );
};

/** The first rule that each field breaks. */
const toErrors = <Name extends string>({ issues }: z.core.$ZodError): Errors<Name> =>
  Object.assign({}, ...issues.toReversed().map(({ path, message }) => ({ [path.join('.')]: { message } })));

const focusFirst = (form: HTMLFormElement, errors: Errors<string>): void => {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  fields.find(({ name }) => name in errors)?.focus();
};

/**
 * A form that is on the screen before its rules are there: the schemas and the calls weigh as much as the screen itself.
 * They are fetched right after the first paint, and at the latest by the submission, which waits for them. Values are
 * checked when they are sent, and from then on with every change until a submission has succeeded.
 */
export const useLazyForm = <Name extends string, Output>({ load, defaultValues, onDone }: LazyForm<Name, Output>) => {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  /** There while what was sent has not been taken. */
  const schema = useRef<z.ZodMiniType<Output>>(null);

  useEffect(() => {
    load().catch((error: unknown) => logError('The rules of the form are not here yet', error));
  }, [load]);

  const check = (form: HTMLFormElement, by: z.ZodMiniType<Output>) => {
    const result = by.safeParse(readFields(form, defaultValues));
    const found = result.success ? {} : toErrors<Name>(result.error);
    setErrors(found);
    return { result, found };
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const rules = await load();
    schema.current = rules.schema;
    const { result, found } = check(form, rules.schema);
    if (!result.success) focusFirst(form, found);
    else if (await rules.submit(result.data)) {
      schema.current = null;
      if (form.isConnected) onDone?.(result.data, form);
    }
  };

  const handleSubmit = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (isSubmitting) return;
    setIsSubmitting(true);
    send(event.currentTarget)
      .catch(reportUnsent)
      .finally(() => setIsSubmitting(false));
  };

  return {
    onSubmit: handleSubmit,
    formState: { errors, isSubmitting },
    register: (name: Name) => ({
      name,
      defaultValue: defaultValues[name],
      onChange: ({ currentTarget: { form } }: ChangeEvent<HTMLInputElement>): void => {
        if (form && schema.current) check(form, schema.current);
      },
    }),
  };
};
