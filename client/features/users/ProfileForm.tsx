import { useForm, useWatch } from 'react-hook-form';
import { Button } from '#client/components/Button.tsx';
import { Card } from '#client/components/Card.tsx';
import { Field } from '#client/components/Field.tsx';
import { notify } from '#client/components/notify.ts';
import { PasswordInput } from '#client/components/PasswordInput.tsx';
import { TextInput } from '#client/components/TextInput.tsx';
import { call } from '#client/lib/apiClient.ts';
import { clientConfig } from '#client/lib/config.ts';
import { applyProfile, readUser, useUserStore } from '#client/stores/userStore.ts';
import { formResolver } from '#client/lib/formResolver.ts';
import { nameField } from '#shared/contracts/fields.ts';
import { updateProfile } from '#shared/contracts/users.ts';
import { textLimits } from '#shared/limits.ts';
import { messages } from '#shared/messages.ts';
import * as z from 'zod/mini';

/** As `updateProfileBody`, with the message of the rule that failed: a union would only say that nothing fits. */
const profileSchema = (minLength: number) =>
  z.object({
    name: nameField,
    password: z.string().check(
      z.refine(
        (password) => password === '' || password.length >= minLength,
        messages.validation.passwordTooShort(minLength),
      ),
      z.maxLength(textLimits.password, `A password has at most ${textLimits.password} characters`),
    ),
  });

/** Name and password of the signed-in person. A blank password is not sent; another one goes out exactly as typed. */
export const ProfileForm = () => {
  const email = useUserStore((user) => user.email);
  const { register, handleSubmit, formState, control, reset } = useForm({
    resolver: formResolver(profileSchema(clientConfig().passwordMinLength)),
    defaultValues: { name: readUser().name, password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isNameless = useWatch({ control, name: 'name' }).trim() === '';
  const submit = handleSubmit(async ({ name, password }) => {
    try {
      const { data, message } = await call(updateProfile, {
        body: { name, email: readUser().email, ...(password === '' ? {} : { password }) },
      });
      applyProfile(data);
      reset({ name: readUser().name, password: '' });
      notify.success(message || messages.profile.updated);
    } catch (error) {
      notify.failure(error, messages.profile.failed);
    }
  });
  return (
    <Card>
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-1">
        <Field label="Username" error={errors.name?.message}>
          {(input) => <TextInput {...input} {...register('name')} autoComplete="name" />}
        </Field>
        <Field label="Email" hint="The e-mail address cannot be changed.">
          {(input) => <TextInput {...input} name="email" type="email" autoComplete="email" value={email} readOnly />}
        </Field>
        <Field label="Password" error={errors.password?.message} hint="Leave it empty to keep the current one.">
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
