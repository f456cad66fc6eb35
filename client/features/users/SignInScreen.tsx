import { useForm } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { Button } from '#client/components/Button.tsx';
import { Field } from '#client/components/Field.tsx';
import { linkStyles } from '#client/components/linkStyles.ts';
import { PasswordInput } from '#client/components/PasswordInput.tsx';
import { TextInput } from '#client/components/TextInput.tsx';
import { formResolver } from '#client/lib/formResolver.ts';
import { loginBody } from '#shared/contracts/users.ts';
import { passwordMinLength } from '#shared/limits.ts';
import { routes } from '#shared/routes.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { GoogleSignIn } from './GoogleSignIn.tsx';
import { signIn } from './users.api.ts';

/** E-mail and password, or Google. */
export const SignInScreen = () => {
  const { register, handleSubmit, formState } = useForm({
    resolver: formResolver(loginBody(passwordMinLength)),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  return (
    <AuthLayout
      title="Welcome back"
      subtitle="Sign in to your Leadlight account."
      footer={
        <>
          Don&apos;t have an account?{' '}
          <Link to={routes.register.path} className={linkStyles}>
            Sign up
          </Link>
        </>
      }
    >
      <GoogleSignIn />
      <form noValidate onSubmit={(event) => void handleSubmit(signIn)(event)} className="grid gap-1">
        <Field label="Email" error={errors.email?.message}>
          {(control) => <TextInput {...control} {...register('email')} type="email" autoComplete="email" />}
        </Field>
        <Field label="Password" error={errors.password?.message}>
          {(control) => <PasswordInput {...control} {...register('password')} autoComplete="current-password" />}
        </Field>
        <p className="mb-4 text-right text-[13px]">
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
