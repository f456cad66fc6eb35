import { useEffect, useRef, useState } from 'react';
import { clientConfig } from '#client/lib/config.ts';
import { renderGoogleButton } from '#client/lib/oauth/googleSignIn.ts';
import { cn } from '#client/lib/cn.ts';
import { logError } from '#client/lib/log.ts';
import { reportUnsent } from '#client/components/forms/useForm.ts';
import { useShownTheme } from '#client/stores/themeStore.ts';
import { messages } from '#shared/messages.ts';

const signInWithGoogle = async (credential: string, invitation: string | undefined): Promise<void> => {
  const api = await import('./users.api.ts');
  await api.signInWithGoogle(credential, invitation);
};

/** Google's button and a divider. The form still works if the script is blocked. `invitation`: secret of the link. */
export const GoogleSignIn = ({ invitation }: { invitation?: string }) => {
  const { googleClientId, googleSigninScriptUrl } = clientConfig();
  const parent = useRef<HTMLDivElement>(null);
  const [isMissing, setIsMissing] = useState(false);
  const isDark = useShownTheme() === 'dark';

  useEffect(() => {
    if (!parent.current || googleClientId === null) return;
    renderGoogleButton({
      scriptUrl: googleSigninScriptUrl,
      clientId: googleClientId,
      parent: parent.current,
      isDark,
      onCredential: (credential) => void signInWithGoogle(credential, invitation).catch(reportUnsent),
    }).catch((error: unknown) => {
      logError('Google sign-in is not available', error instanceof Error ? error.message : error);
      setIsMissing(true);
    });
  }, [googleClientId, googleSigninScriptUrl, isDark, invitation]);

  return (
    <>
      {googleClientId === null ? (
        <p className="rounded-md bg-hover px-3 py-2.5 text-center text-[13px] text-muted">{messages.auth.googleOff}</p>
      ) : (
        // A placeholder reserves the space until the button loads, so that nothing jumps.
        <div className={cn('rounded-md', !isMissing && 'dark:ring-1 dark:ring-hairline')}>
          <div
            ref={parent}
            data-google-button=""
            className={cn(
              'flex min-h-10 justify-center rounded-md scheme-normal',
              !isMissing && 'empty:animate-appear empty:border empty:border-hairline empty:bg-hover',
            )}
          />
        </div>
      )}
      <div className="my-5 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        Or continue with
      </div>
    </>
  );
};
