import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { Button } from '#client/components/buttons/Button.tsx';
import { Field } from '#client/components/forms/Field.tsx';
import { linkStyles } from '#client/components/buttons/linkStyles.ts';
import { PasswordInput } from '#client/components/forms/PasswordInput.tsx';
import { TextInput } from '#client/components/forms/TextInput.tsx';
import { clientConfig } from '#client/lib/config.ts';
import { isRecord } from '#client/lib/isRecord.ts';
import { useForm } from '#client/components/forms/useForm.ts';
import { readParams } from '#client/lib/address/address.ts';
import { resetParams } from '#client/lib/address/linkParams.ts';
import { oneTimeCode } from '#shared/limits.ts';
import { routes } from '#shared/routes.ts';
import { AuthLayout } from './AuthLayout.tsx';

/** Going back has failed after this time: there is no earlier entry. */
const stepBackPatienceMs = 500;

const emailIn = (state: unknown): string =>
  isRecord(state) && typeof state['email'] === 'string' ? state['email'] : '';

/**
 * Whether going back stays in the app. `history.length` also counts the empty page of a new tab, and going back there
 * would leave a blank screen. Some browsers offer nothing better.
 */
const hasEarlierEntry = (): boolean => {
  const navigation: unknown = Reflect.get(window, 'navigation');
  return isRecord(navigation) && 'canGoBack' in navigation
    ? navigation['canGoBack'] === true
    : window.history.length > 1;
};

/** Shown without an e-mail address. Goes back in history, or to the screen that requests the address. */
const StepBack = () => {
  const navigate = useNavigate();
  useEffect(() => {
    const askForEmail = (): void => void navigate(routes.forgotPassword.path, { replace: true });
    const hasHistory = hasEarlierEntry();
    // The timeout prevents React's double effects in development from going back twice.
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
  const { register, onSubmit, errors, isSubmitting } = useForm({
    load,
    defaultValues: { email, otp: code, newPassword: '', confirmPassword: '' },
    onDone: () => void navigate(routes.signIn.path),
  });
  // The focused button is gone, and people arrive here to enter the code.
  const otp = useRef<HTMLInputElement>(null);
  useEffect(() => otp.current?.focus(), []);
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-2">
      <Field label="Email" error={errors.email}>
        {(control) => (
          <TextInput {...control} name="email" type="email" autoComplete="username" value={email} readOnly disabled />
        )}
      </Field>
      <Field label="OTP" error={errors.otp} hint={`The ${oneTimeCode.digits} digits from the e-mail`}>
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
        error={errors.newPassword}
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
      <Field label="Confirm password" error={errors.confirmPassword}>
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

/** Sets a new password with a one-time code. The navigation state or an operator's link carries the address. */
export const ResetPasswordScreen = () => {
  const { state, hash } = useLocation();
  // An operator's link carries address and code.
  const link = readParams(resetParams, hash.slice(1));
  const email = link.email || emailIn(state);
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
      <ResetPasswordForm email={email} code={link.code} />
    </AuthLayout>
  );
};
