/** The part of Google Identity Services that the sign-in button uses. */
type GoogleIdentity = {
  initialize: (options: { client_id: string; callback: (answer: { credential?: string }) => void }) => void;
  renderButton: (
    parent: HTMLElement,
    options: {
      type: 'standard';
      theme: 'outline' | 'filled_black';
      size: 'large';
      text: 'continue_with';
      width: number;
      logo_alignment: 'center';
    },
  ) => void;
};

declare global {
  interface Window {
    google?: { accounts?: { id?: GoogleIdentity } };
  }
}

const loading = new Map<string, Promise<GoogleIdentity>>();

const loadScript = (url: string): Promise<GoogleIdentity> =>
  new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.async = true;
    script.addEventListener('load', () => {
      const identity = window.google?.accounts?.id;
      if (identity) resolve(identity);
      else reject(new Error('The sign-in script loaded without its functions'));
    });
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error('The sign-in script could not be loaded'));
    });
    document.head.append(script);
  });

/** Loads the script once. After a failure the next caller retries. */
const loadGoogleIdentity = (url: string): Promise<GoogleIdentity> => {
  const started = loading.get(url);
  if (started) return started;
  const promise = loadScript(url);
  loading.set(url, promise);
  promise.catch(() => loading.delete(url));
  return promise;
};

type GoogleButtonOptions = {
  scriptUrl: string;
  clientId: string;
  parent: HTMLElement;
  isDark: boolean;
  onCredential: (credential: string) => void;
};

/** Renders Google's button into `parent` and replaces its content. Rejects when the script is blocked or broken. */
export const renderGoogleButton = async ({
  scriptUrl,
  clientId,
  parent,
  isDark,
  onCredential,
}: GoogleButtonOptions): Promise<void> => {
  const identity = await loadGoogleIdentity(scriptUrl);
  if (!parent.isConnected) return;
  identity.initialize({
    client_id: clientId,
    callback: ({ credential }) => {
      if (credential) onCredential(credential);
    },
  });
  parent.replaceChildren();
  identity.renderButton(parent, {
    type: 'standard',
    theme: isDark ? 'filled_black' : 'outline',
    size: 'large',
    text: 'continue_with',
    // Google's button supports 200 to 400 px.
    width: Math.min(400, Math.max(200, Math.round(parent.clientWidth))),
    logo_alignment: 'center',
  });
};
