import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { PasswordInput } from '#client/components/forms/PasswordInput.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { Link, useLocation } from 'react-router-dom';
import { useForm } from '#client/components/forms/useForm.ts';
import { routes } from '#shared/routes.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { GoogleSignIn } from './GoogleSignIn.tsx';

const load = async () => (await import('./authForms.ts')).signInForm();

export const SignInScreen = () => {
  const { register, onSubmit, errors, isSubmitting } = useForm({ load, defaultValues: { email: '', password: '' } });
  const { hash } = useLocation();
  return (
    <AuthLayout
      title="Welcome back"
      subtitle="Sign in to your Leadlight account."
      footer={
        <>
          Don&apos;t have an account? {/* With the invitation that led here. */}
          <Link to={{ pathname: routes.register.path, hash }} className={linkStyles}>
            Sign up
          </Link>
        </>
      }
    >
      <GoogleSignIn />
      <form noValidate onSubmit={onSubmit} className="grid gap-2">
        <Field label="Email" error={errors.email}>
          {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
        </Field>
        <Field label="Password" error={errors.password}>
          {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
        </Field>
        <p className="mb-2 text-right text-[13px]">
          <Link to={routes.forgotPassword.path} className={linkStyles}>
            Forgot your password?
          </Link>
        </p>
        <Button type="submit" variant="primary" isWide isBusy={isSubmitting} busyLabel="Login...">
          Login
        </Button>
      </form>
    </AuthLayout>
  );
};
