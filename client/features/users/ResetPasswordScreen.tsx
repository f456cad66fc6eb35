import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { PasswordInput } from '#client/components/forms/PasswordInput.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { clientConfig } from '#client/lib/config.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { useLazyForm } from '#client/components/forms/useLazyForm.ts';
import { oneTimeCode } from '#shared/limits.ts';
import { routes } from '#shared/routes.ts';
import { AuthLayout } from './AuthLayout.tsx';

/** How long a step back may take before there evidently was no earlier entry. */
const stepBackPatienceMs = 500;

const emailIn = (state: unknown): string =>
  isRecord(state) && typeof state['email'] === 'string' ? state['email'] : '';

/**
 * Whether a step back stays in the app. The browser's length of history counts the empty page of a fresh tab too, and
 * stepping back to that would leave nothing on the screen; not every browser can tell more.
 */
const hasEarlierEntry = (): boolean => {
  const navigation: unknown = Reflect.get(window, 'navigation');
  return isRecord(navigation) && 'canGoBack' in navigation
    ? navigation['canGoBack'] === true
    : window.history.length > 1;
};

/** Opened without an address: one step back in history, and where there is none, to the screen that asks for one. */
const StepBack = () => {
  const navigate = useNavigate();
  useEffect(() => {
    const askForEmail = (): void => void navigate(routes.forgotPassword.path, { replace: true });
    const hasHistory = hasEarlierEntry();
    // Waiting a moment also keeps React's double effects of development from stepping back twice.
    const step = window.setTimeout(() => (hasHistory ? window.history.back() : askForEmail()), 0);
    const fallback = window.setTimeout(askForEmail, stepBackPatienceMs);
    return () => {
      window.clearTimeout(step);
      window.clearTimeout(fallback);
    };
  }, [navigate]);
  return null;
};

const load = async () => (await import('./authForms.ts')).resetPasswordForm();

const ResetPasswordForm = ({ email, code }: { email: string; code: string }) => {
  const navigate = useNavigate();
  const { register, onSubmit, formState } = useLazyForm({
    load,
    defaultValues: { email, otp: code, newPassword: '', confirmPassword: '' },
    onDone: () => void navigate(routes.signIn.path),
  });
  const { errors, isSubmitting } = formState;
  // The person comes here with the code in mind, and the button that had the focus is gone.
  const otp = useRef<HTMLInputElement>(null);
  useEffect(() => otp.current?.focus(), []);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-2">
      <Field label="Email" error={errors.email?.message}>
        {(control) => (
          <TextInput {...control} name="email" type="email" autoComplete="username" value={email} readOnly disabled />
        )}
      </Field>
      <Field label="OTP" error={errors.otp?.message} hint={`The ${oneTimeCode.digits} digits from the e-mail`}>
        {(control) => (
          <TextInput
            {...control}
            {...register('otp')}
            ref={otp}
            inputMode="numeric"
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            className="tracking-widest tabular-nums"
          />
        )}
      </Field>
      <Field
        label="New password"
        error={errors.newPassword?.message}
        hint={`At least ${clientConfig().passwordMinLength} characters`}
      >
        {(control) => (
          <PasswordInput
            {...control}
            {...register('newPassword')}
            autoComplete="new-password"
            toggleLabel="Show new password"
          />
        )}
      </Field>
      <Field label="Confirm password" error={errors.confirmPassword?.message}>
        {(control) => (
          <PasswordInput
            {...control}
            {...register('confirmPassword')}
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
        busyLabel="Reset Password..."
        className="mt-1"
      >
        Reset Password
      </Button>
    </form>
  );
};

/** A new password by one-time code, for the address that came with the navigation or with a link from the operator. */
export const ResetPasswordScreen = () => {
  const { state, hash } = useLocation();
  // A link from the operator carries both.
  const link = new URLSearchParams(hash.slice(1));
  const email = link.get('email') ?? emailIn(state);
  if (email === '') return <StepBack />;
  return (
    <AuthLayout
      title="Reset password"
      subtitle="Enter the code that we sent you and choose a new password."
      footer={
        <div className="grid justify-items-center gap-2">
          <p>
            No code?{' '}
            <Link to={routes.forgotPassword.path} className={linkStyles}>
              Ask for another one
            </Link>
          </p>
          <Link to={routes.signIn.path} className={linkStyles}>
            Back to sign-in
          </Link>
        </div>
      }
    >
      <ResetPasswordForm email={email} code={link.get('code') ?? ''} />
    </AuthLayout>
  );
};
