import { useState } from 'react';
import { Button } from '#client/components/buttons/Button.tsx';
import { Card } from '#client/components/layout/Card.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { PasswordInput } from '#client/components/forms/PasswordInput.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useForm } from '#client/components/forms/useForm.ts';
import { useDraft } from '#client/stores/drafts.ts';
import { useUserStore } from '#client/stores/userStore.ts';
import { profileForm } from './profileForm.ts';

/** Name and password of the signed-in person. */
export const ProfileForm = () => {
  const { name, email } = useUserStore();
  const [typedName, typeName, clearName] = useDraft('profile name', name);
  const [isNameless, setIsNameless] = useState(typedName.trim() === '');
  const { register, onSubmit, errors, isSubmitting } = useForm({
    ...profileForm(),
    defaultValues: { name: typedName, password: '' },
    onDone: (_values, form) => {
      clearName();
      form.reset();
      // The saved name is valid, even if the person has cleared the field since.
      setIsNameless(false);
    },
  });
  return (
    <Card>
      <form noValidate onSubmit={onSubmit} className="grid gap-1">
        <Field label="Username" error={errors.name}>
          {(input) => (
            <TextInput
              {...input}
              {...register('name')}
              autoComplete="name"
              onInput={({ currentTarget }) => {
                typeName(currentTarget.value);
                setIsNameless(currentTarget.value.trim() === '');
              }}
            />
          )}
        </Field>
        <Field label="Email" hint="The e-mail address cannot be changed.">
          {(input) => <TextInput {...input} name="email" type="email" autoComplete="email" value={email} readOnly />}
        </Field>
        <Field label="Password" error={errors.password} hint="Leave it empty to keep the current one.">
          {(input) => <PasswordInput {...input} {...register('password')} autoComplete="new-password" />}
        </Field>
        <div className="mt-2">
          <Button type="submit" variant="primary" isBusy={isSubmitting} disabled={isNameless}>
            Update Profile
          </Button>
        </div>
      </form>
    </Card>
  );
};
