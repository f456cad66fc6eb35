import { useEffect, useRef } from 'react';
import { clientConfig } from '#client/lib/config.ts';
import { renderGoogleButton } from '#client/lib/googleSignIn.ts';
import { logError } from '#client/lib/log.ts';
import { useShownTheme } from '#client/stores/themeStore.ts';
import { messages } from '#shared/messages.ts';
import { signInWithGoogle } from './users.api.ts';

/** Google's button and the line that parts it from the form. If its script is blocked the form works on. */
export const GoogleSignIn = () => {
  const { googleClientId, googleSigninScriptUrl } = clientConfig();
  const parent = useRef<HTMLDivElement>(null);
  const isDark = useShownTheme() === 'dark';

  useEffect(() => {
    if (!parent.current || googleClientId === null) return;
    renderGoogleButton({
      scriptUrl: googleSigninScriptUrl,
      clientId: googleClientId,
      parent: parent.current,
      isDark,
      onCredential: (credential) => void signInWithGoogle(credential),
    }).catch((error: unknown) =>
      logError('Google sign-in is not available', error instanceof Error ? error.message : error),
    );
  }, [googleClientId, googleSigninScriptUrl, isDark]);

  return (
    <>
      {googleClientId === null ? (
        <p className="rounded-md bg-hover px-3 py-2.5 text-center text-[13px] text-muted">{messages.auth.googleOff}</p>
      ) : (
        // The height is kept for the button, so that nothing jumps when it arrives.
        <div className="rounded-md dark:ring-1 dark:ring-hairline">
          <div ref={parent} data-google-button="" className="flex min-h-10 justify-center scheme-normal" />
        </div>
      )}
      <div className="my-5 flex items-center gap-3 text-xs text-muted before:h-px before:flex-1 before:bg-hairline after:h-px after:flex-1 after:bg-hairline">
        Or continue with
      </div>
    </>
  );
};
