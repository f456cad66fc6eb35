import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { PasswordInput } from '#client/components/forms/PasswordInput.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { clientConfig } from '#client/lib/config.ts';
import { Link } from 'react-router-dom';
import { useForm } from '#client/components/forms/useForm.ts';
import { readParams } from '#client/lib/address/address.ts';
import { invitationParams } from '#client/lib/address/linkParams.ts';
import { AuthLayout } from './AuthLayout.tsx';
import { GoogleSignIn } from './GoogleSignIn.tsx';

const load = async () => (await import('./authForms.ts')).registerForm();

/** Creates an account and signs in. If a required invitation is missing, a text replaces the form. */
export const RegisterScreen = () => {
  const { registration, registrationText } = clientConfig();
  // An invitation link carries its fields in the URL fragment.
  const { email, invitation } = readParams(invitationParams, window.location.hash.slice(1));
  const refusal = registration === 'invite' && invitation ? '' : registrationText;
  const defaultValues: Record<'name' | 'email' | 'password' | 'confirmpassword', string> = {
    name: '',
    email,
    password: '',
    confirmpassword: '',
    // Sent unchanged, because no form rule applies.
    ...(invitation && { invitation }),
  };
  const { register, onSubmit, errors, isSubmitting } = useForm({ load, defaultValues });
  return (
    <AuthLayout
      title="Create an account"
      subtitle={refusal || 'Your ad accounts, campaigns and leads in one place.'}
      footer={
        <>
          Already have an account?{' '}
          <Link to="/login" className={linkStyles}>
            Login
          </Link>
        </>
      }
    >
      {!refusal && (
        <>
          <GoogleSignIn {...(invitation && { invitation })} />
          <form noValidate onSubmit={onSubmit} className="grid gap-2">
            <Field label="Name" error={errors.name}>
              {(control) => <TextInput {...control} {...register('name')} autoComplete="name" />}
            </Field>
            <Field label="Email" error={errors.email}>
              {(control) => (
                <TextInput
                  {...control}
                  {...register('email')}
                  type="email"
                  autoComplete="email"
                  readOnly={email !== ''}
                />
              )}
            </Field>
            <Field
              label="Password"
              error={errors.password}
              hint={`At least ${clientConfig().passwordMinLength} characters`}
            >
              {(control) => <PasswordInput {...control} {...register('password')} autoComplete="new-password" />}
            </Field>
            <Field label="Confirm password" error={errors.confirmpassword}>
              {(control) => (
                <PasswordInput
                  {...control}
                  {...register('confirmpassword')}
                  autoComplete="new-password"
                  toggleLabel="Show confirmed password"
                />
              )}
            </Field>
            <Button
              type="submit"
              variant="primary"
              isWide
              isBusy={isSubmitting}
              busyLabel="Register..."
              className="mt-1"
            >
              Register
            </Button>
          </form>
        </>
      )}
    </AuthLayout>
  );
};
