import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { Button } from '#client/components/Button.tsx';
import { Field } from '#client/components/Field.tsx';
import { linkStyles } from '#client/components/linkStyles.ts';
import { notify } from '#client/components/notify.ts';
import { TextInput } from '#client/components/TextInput.tsx';
import { call } from '#client/lib/apiClient.ts';
import { formResolver } from '#client/lib/formResolver.ts';
import { sendOtp } from '#shared/contracts/users.ts';
import { emailField } from '#shared/contracts/fields.ts';
import { messages } from '#shared/messages.ts';
import { routes } from '#shared/routes.ts';
import * as z from 'zod/mini';
import { AuthLayout } from './AuthLayout.tsx';

const schema = z.object({ email: emailField });

/** Asks for a one-time code and takes the address along to the next screen, out of sight of the address bar. */
export const ForgotPasswordScreen = () => {
  const navigate = useNavigate();
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(schema),
    defaultValues: { email: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (body) => {
    try {
      const { message } = await call(sendOtp, { body });
      notify.success(message || messages.auth.codeSent);
      await navigate(routes.resetPassword.path, { state: { email: body.email } });
    } catch (error) {
      notify.failure(error, messages.auth.failed);
    }
  });
  return (
    <AuthLayout
      title="Forgot password"
      subtitle="We will send a one-time code to your e-mail address."
      footer={
        <>
          Remembered it?{' '}
          <Link to={routes.signIn.path} className={linkStyles}>
            Login
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-1">
        <Field label="Email" error={errors.email?.message}>
          {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
        </Field>
        <Button type="submit" variant="primary" isWide isBusy={isSubmitting} busyLabel="Send OTP..." className="mt-2">
          Send OTP
        </Button>
      </form>
    </AuthLayout>
  );
};
