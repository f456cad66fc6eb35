import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, SyntheticEvent } from 'react';
import { messages } from '#shared/messages.ts';
import { readText } from '#shared/textRules.ts';
import type { TextRules } from '#shared/textRules.ts';
import { logError } from '#client/lib/log.ts';

/** What a form checks its values with and does with them. */
export type FormRules<Name extends string> = {
  rules: Record<Name, TextRules>;
  /** Tells the person of a failure itself. @returns whether it was done */
  submit: (values: Record<Name, string>) => Promise<boolean>;
};

type LazyForm<Name extends string> = {
  load: () => Promise<FormRules<Name>>;
  /** By field; what a field that is switched off holds counts as well. */
  defaultValues: Record<Name, string>;
  /** After a submission that succeeded, unless the person has left the form meanwhile. */
  onDone?: (values: Record<Name, string>, form: HTMLFormElement) => void;
};

type Errors<Name extends string> = Partial<Record<Name, { message: string }>>;

const namesOf = <Name extends string>(rules: Record<Name, TextRules>): Name[] => Object.keys(rules) as Name[];

/** What was to be sent could not be, for want of the code that sends it. */
export const reportUnsent = async (error: unknown): Promise<void> => {
  logError('The form could not be sent', error);
  try {
    const { notify } = await import('#client/components/toasts/notify.ts');
    notify.error(messages.auth.failed);
  } catch {
    // Nothing at all can be loaded: only the browser itself is left to say so.
    window.alert(messages.auth.failed);
  }
};

/** Read from the fields themselves: not every browser announces what it fills in. */
const readFields = <Name extends string>(
  form: HTMLFormElement,
  { rules }: FormRules<Name>,
  defaults: Record<Name, string>,
) => {
  const data = new FormData(form);
  const values = { ...defaults };
  const errors: Errors<Name> = {};
  for (const name of namesOf(rules)) {
    const typed = data.get(name);
    const { value, error } = readText(rules[name], typeof typed === 'string' ? typed : defaults[name]);
    values[name] = value;
    if (error !== null) errors[name] = { message: error };
  }
  return { values, errors };
};

const focusFirst = (form: HTMLFormElement, errors: Errors<string>): void => {
  const fields = [...form.elements].filter((element) => element instanceof HTMLInputElement);
  fields.find(({ name }) => name in errors)?.focus();
};

/**
 * A form that is on the screen before its rules are there: what checks and sends weighs as much as the screen itself. It is
 * fetched right after the first paint, and at the latest by the submission, which waits for it. Values are checked when
 * they are sent, and from then on with every change until a submission has succeeded.
 */
export const useLazyForm = <Name extends string>({ load, defaultValues, onDone }: LazyForm<Name>) => {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  /** There while what was sent has not been taken. */
  const sent = useRef<FormRules<Name>>(null);

  useEffect(() => {
    load().catch((error: unknown) => logError('The rules of the form are not here yet', error));
  }, [load]);

  const check = (form: HTMLFormElement, by: FormRules<Name>) => {
    const read = readFields(form, by, defaultValues);
    setErrors(read.errors);
    return read;
  };

  const send = async (form: HTMLFormElement): Promise<void> => {
    const rules = await load();
    sent.current = rules;
    const { values, errors: found } = check(form, rules);
    if (Object.keys(found).length > 0) focusFirst(form, found);
    else if (await rules.submit(values)) {
      sent.current = null;
      if (form.isConnected) onDone?.(values, form);
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
        if (form && sent.current) check(form, sent.current);
      },
    }),
  };
};
