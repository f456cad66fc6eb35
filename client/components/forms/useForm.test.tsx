import '@testing-library/jest-dom/vitest';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { useDraftFields } from '#client/stores/drafts.ts';
import { draftsKey } from '#client/stores/draftsStorage.ts';
import { nameRules } from '#shared/textRules.ts';
import { Field } from './Field.tsx';
import { TextInput } from './TextInput.tsx';
import { useForm } from './useForm.ts';
import type { FormRules } from './useForm.ts';

afterEach(() => {
  cleanup();
  localStorage.removeItem(draftsKey);
});

type Rules = FormRules<'name' | 'code'>;
const noTexts = { name: '', code: '' };

const Fields = ({ form }: { form: ReturnType<typeof useForm<'name' | 'code'>> }) => (
  <form noValidate onSubmit={form.onSubmit}>
    <Field label="Code" error={form.errors.code}>
      {(control) => <TextInput {...control} {...form.register('code')} />}
    </Field>
    <Field label="Name" error={form.errors.name}>
      {(control) => <TextInput {...control} {...form.register('name')} />}
    </Field>
    <button type="submit" disabled={form.isSubmitting}>
      Save
    </button>
  </form>
);

const LateForm = ({ load }: { load: () => Promise<Rules> }) => (
  <Fields form={useForm({ load, defaultValues: noTexts })} />
);

const KeptForm = ({ submit }: Pick<Rules, 'submit'>) => {
  const draft = useDraftFields('form of a test', noTexts);
  return <Fields form={useForm({ draft, rules: { name: nameRules }, submit })} />;
};

const field = (label: string): HTMLInputElement => screen.getByLabelText(label);
const save = (): HTMLElement => screen.getByRole('button', { name: 'Save' });

it('sends text typed before the rules load, even if the browser fires no event', async () => {
  const rules = Promise.withResolvers<Rules>();
  const submit = vi.fn<Rules['submit']>(() => false);
  render(<LateForm load={() => rules.promise} />);
  const actor = userEvent.setup();
  await actor.type(field('Name'), ' Ada ');
  field('Code').value = '123';
  await actor.click(save());
  expect(save()).toBeDisabled();
  await actor.type(field('Name'), 'B.');
  await act(async () => rules.resolve({ rules: { name: nameRules }, submit }));
  await waitFor(() => expect(save()).toBeEnabled());
  const form: unknown = expect.any(HTMLFormElement);
  expect(submit).toHaveBeenCalledExactlyOnceWith({ name: 'Ada B.', code: '123' }, form);
  expect([field('Name').value, field('Code').value]).toEqual([' Ada B.', '123']);
});

it('focuses the first invalid field, and validates on every change until a submission succeeds', async () => {
  const submit = vi.fn<Rules['submit']>(() => true);
  render(<KeptForm submit={submit} />);
  const actor = userEvent.setup();
  expect(field('Name')).toBeValid();
  await actor.click(save());
  await waitFor(() => expect(field('Name')).toHaveFocus());
  expect(field('Name')).toBeInvalid();
  expect(submit).not.toHaveBeenCalled();
  await actor.keyboard('Ada{Enter}');
  await waitFor(() => expect(submit).toHaveBeenCalledOnce());
  await waitFor(() => expect(field('Name')).toHaveValue(''));
  expect(field('Name')).toBeValid();
});

it('keeps an unsaved draft, and text typed during a save', async () => {
  const saved = Promise.withResolvers<boolean>();
  const answers = [Promise.resolve(false), saved.promise];
  const submit = () => answers.shift() ?? false;
  const { unmount } = render(<KeptForm submit={submit} />);
  const actor = userEvent.setup();
  await actor.type(field('Name'), 'Ada{Enter}');
  await waitFor(() => expect(answers).toHaveLength(1));
  await waitFor(() => expect(save()).toBeEnabled());
  unmount();
  render(<KeptForm submit={submit} />);
  expect(field('Name')).toHaveValue('Ada');
  await actor.type(field('Code'), '1{Enter}');
  await waitFor(() => expect(answers).toHaveLength(0));
  await actor.type(field('Code'), '2');
  await act(async () => saved.resolve(true));
  await waitFor(() => expect(field('Name')).toHaveValue(''));
  expect(field('Code')).toHaveValue('12');
});
