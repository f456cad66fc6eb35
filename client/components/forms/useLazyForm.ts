import { useEffect, useRef, useState } from 'react';
import type { ChangeEvent, SyntheticEvent } from 'react';
import { messages } from '#shared/messages.ts';
import { readText } from '#shared/textRules.ts';
import type { TextRules } from '#shared/textRules.ts';
import { notify } from '#client/components/toasts/notify.ts';
import { logError } from '#client/lib/log.ts';

/** Validation and submission of a form. */
export type FormRules<Name extends string> = {
  rules: Record<Name, TextRules>;
  /** Shows failures itself. @returns whether the submission succeeded */
  submit: (values: Record<Name, string>) => Promise<boolean>;
};

type LazyForm<Name extends string> = {
  load: () => Promise<FormRules<Name>>;
  /** Values by field, including those of disabled fields. */
  defaultValues: Record<Name, string>;
  /** Called after a successful submission, unless the person has left the form. */
  onDone?: (values: Record<Name, string>, form: HTMLFormElement) => void;
};

type Errors<Name extends string> = Partial<Record<Name, { message: string }>>;

const namesOf = <Name extends string>(rules: Record<Name, TextRules>): Name[] => Object.keys(rules) as Name[];

/** Reports that the code for the submission could not be loaded. */
export const reportUnsent = (error: unknown): void => {
  logError('The form could not be sent', error);
  notify.error(messages.auth.failed);
};

/** Reads the fields themselves: not every browser fires events when it fills them in. */
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
 * Renders a form before its rules are loaded: validation and submission weigh as much as the screen itself. They load
 * right after the first paint, at the latest on submit, which waits for them. Values are checked on submit, then on
 * every change until a submission succeeds.
 */
export const useLazyForm = <Name extends string>({ load, defaultValues, onDone }: LazyForm<Name>) => {
  const [errors, setErrors] = useState<Errors<Name>>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  /** Set from a rejected submission until one succeeds. */
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
