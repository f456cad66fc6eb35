import { useEffect, useId, useState } from 'react';
import type { ChangeEvent, SyntheticEvent } from 'react';
import { notify } from '#client/components/toasts/notify.ts';
import { logError } from '#client/lib/log.ts';
import type { DraftFields } from '#client/stores/drafts.ts';
import { messages } from '#shared/messages.ts';
import { readText } from '#shared/textRules.ts';
import type { TextRules } from '#shared/textRules.ts';

type Texts<Name extends string> = Readonly<Record<Name, string>>;
type Errors<Name extends string> = Partial<Record<Name, string>>;
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Validation and submission of a form. */
export type FormRules<Name extends string> = {
  rules?: Partial<Record<Name, TextRules>>;
  /** Finds errors that the rules do not cover. */
  check?: (texts: Texts<Name>) => Errors<Name>;
  /** Shows failures itself. @returns whether the submission succeeded */
  submit: (values: Record<Name, string>, form: HTMLFormElement) => Promise<boolean> | boolean;
};

type FormOptions<Name extends string> = (FormRules<Name> | { load: () => Promise<FormRules<Name>> }) & {
  /** Stores typed texts until a submission succeeds. */
  draft?: DraftFields<Name>;
  /** Initial texts of a form without a draft, for example with passwords. Includes texts of disabled fields. */
  defaultValues?: Texts<Name>;
  /** Called after a successful submission, unless the person has left the form. */
  onDone?: (values: Record<Name, string>, form: HTMLFormElement) => void;
};

/** Reports that the submission code failed to load. */
export const reportUnsent = (error: unknown): void => {
  logError('The form could not be sent', error);
  notify.error(messages.auth.failed);
};

/** For a mutation that reports its own failure. @returns whether it succeeded */
export const isSaved = (saving: Promise<unknown>): Promise<boolean> =>
  saving.then(
    () => true,
    () => false,
  );

/** Reads the fields themselves: not every browser fires events when it fills them in. */
const readFields = <Name extends string>(form: HTMLFormElement, texts: Texts<Name>): Record<Name, string> => {
  const entries = [...new FormData(form)].filter(([name, text]) => name in texts && typeof text === 'string');
  return { ...texts, ...Object.fromEntries(entries) };
};

const checkTexts = <Name extends string>({ rules = {}, check }: FormRules<Name>, texts: Texts<Name>) => {
  const values: Record<Name, string> = { ...texts };
  const errors: Errors<Name> = { ...check?.(texts) };
  for (const [name, rule] of Object.entries(rules) as [Name, TextRules][]) {
    const { value, error } = readText(rule, texts[name]);
    values[name] = value;
    if (error !== null) errors[name] = error;
  }
  return { values, errors };
};

const focusFirst = (form: HTMLFormElement, errors: Errors<string>): void => {
  const fields = [...form.elements].filter((element) => 'name' in element) as FieldElement[];
  fields.find(({ name }) => name in errors)?.focus();
};

/**
 * A form that validates on submit, then on every change until a submission succeeds. With `load`, it renders before its
 * rules load, because the rules of the sign-in screens are as large as the screens. The rules load right after the
 * first paint, and a submission waits for them.
 */
export const useForm = <Name extends string = never>(options: FormOptions<Name>) => {
  const { draft, defaultValues, onDone } = options;
  const load = 'load' in options ? options.load : null;
  const id = useId();
  const [typed, setTyped] = useState<Partial<Texts<Name>>>({});
  const [isSubmitting, setIsSubmitting] = useState(false);
  const [isChecked, setIsChecked] = useState(false);
  const [loaded, setLoaded] = useState<FormRules<Name> | null>(null);
  const none: Errors<Name> = {};
  const texts = { ...defaultValues, ...typed, ...draft?.texts } as Texts<Name>;
  const rules = 'load' in options ? loaded : options;

  useEffect(() => {
    load?.().catch((error: unknown) => logError('The rules of the form are not here yet', error));
  }, [load]);

  const send = async (form: HTMLFormElement): Promise<void> => {
    const current = 'load' in options ? await options.load() : options;
    const sent = draft ? texts : readFields(form, texts);
    if (!draft) setTyped(sent);
    if ('load' in options) setLoaded(current);
    setIsChecked(true);
    const { values, errors } = checkTexts(current, sent);
    if (Object.keys(errors).length > 0) focusFirst(form, errors);
    else if (await current.submit(values, form)) {
      setIsChecked(false);
      draft?.clear(sent);
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
    /** Id of the form element, for buttons outside the form. */
    id,
    onSubmit: handleSubmit,
    /** From the first submission until one succeeds. */
    isChecked,
    /** Shows no errors until the next submission. */
    startOver: (): void => setIsChecked(false),
    isSubmitting,
    errors: isChecked && rules ? checkTexts(rules, texts).errors : none,
    register: (name: Name) => ({
      name,
      ...(draft ? { value: texts[name] } : { defaultValue: defaultValues?.[name] }),
      onChange: ({ currentTarget: { value } }: ChangeEvent<FieldElement>): void => {
        if (draft) draft.type(name, value);
        else setTyped((now) => ({ ...now, [name]: value }));
      },
    }),
  };
};
