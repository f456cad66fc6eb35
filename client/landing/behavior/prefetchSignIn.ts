/** Only Chromium provides this. */
type Connection = { saveData?: unknown; effectiveType?: unknown };

const isConnection = (value: unknown): value is Connection => typeof value === 'object' && value !== null;

/** Do not prefetch on slow or metered connections. */
const isSparing = (): boolean => {
  const connection = 'connection' in navigator ? navigator.connection : null;
  if (!isConnection(connection)) return false;
  const { saveData = false, effectiveType = '4g' } = connection;
  return saveData === true || effectiveType !== '4g';
};

/** Runs once the page has loaded and the browser is idle. */
const whenIdle = (run: () => void): void => {
  const wait = () => {
    if ('requestIdleCallback' in window) requestIdleCallback(run);
    else setTimeout(run, 1000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
};

/**
 * Prefetches the files of the sign-in screen, so that it opens at once: on hover or focus of a link to it, else when
 * the page is idle. The server lists the files in the page.
 */
export const prefetchSignIn = (): void => {
  const names = document.querySelector<HTMLElement>('[data-sign-in-files]')?.dataset['signInFiles'];
  if (!names) return;
  const once = new AbortController();
  const prefetch = () => {
    if (once.signal.aborted) return;
    once.abort();
    for (const href of names.split(' '))
      document.head.append(
        Object.assign(document.createElement('link'), {
          rel: 'prefetch',
          as: href.endsWith('.css') ? 'style' : 'script',
          href,
        }),
      );
  };
  const handle = ({ target }: Event) => {
    if (target instanceof Element && target.closest('[data-leads-in]')) prefetch();
  };
  document.addEventListener('pointerover', handle, { signal: once.signal });
  document.addEventListener('focusin', handle, { signal: once.signal });
  if (!isSparing()) whenIdle(prefetch);
};
