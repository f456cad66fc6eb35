import { Link, useNavigate } from 'react-router-dom';
import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { useForm } from '#client/components/forms/useForm.ts';
import { routes } from '#shared/routes.ts';
import { AuthLayout } from './AuthLayout.tsx';

const load = async () => (await import('./authForms.ts')).forgotPasswordForm();

/** Requests a one-time code. Passes the e-mail address on in the navigation state, not in the URL. */
export const ForgotPasswordScreen = () => {
  const navigate = useNavigate();
  const { register, onSubmit, errors, isSubmitting } = useForm({
    load,
    defaultValues: { email: '' },
    onDone: ({ email }) => void navigate(routes.resetPassword.path, { state: { email } }),
  });
  return (
    <AuthLayout
      title="Forgot password"
      subtitle="We will send you a one-time code by e-mail."
      footer={
        <>
          Remembered it?{' '}
          <Link to={routes.signIn.path} className={linkStyles}>
            Login
          </Link>
        </>
      }
    >
      <form noValidate onSubmit={onSubmit} className="grid gap-2">
        <Field label="Email" error={errors.email}>
          {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
        </Field>
        <Button type="submit" variant="primary" isWide isBusy={isSubmitting} busyLabel="Send OTP..." className="mt-1">
          Send OTP
        </Button>
      </form>
    </AuthLayout>
  );
};
