import { routes } from '#shared/routes.ts';

/** The app's files are named in its shell and in the shell's Link header, and nowhere else that a public page could know of. */
const prefetch = async (): Promise<void> => {
  const answer = await fetch(routes.signIn.path);
  const shell = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const named = [...shell.querySelectorAll('script[type=module][src], link[rel=stylesheet]')];
  const files = named.map((element) => element.getAttribute('src') ?? element.getAttribute('href'));
  const preloaded = [...(answer.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel=modulepreload/g)].map(
    (match) => match[1],
  );
  for (const file of [...files, ...preloaded]) {
    const link = document.createElement('link');
    link.rel = 'prefetch';
    link.href = file ?? '';
    document.head.append(link);
  }
};

/** Fetches the app ahead once someone points at, or tabs to, a link that leads into it. */
export const prefetchApp = (): void => {
  const once = new AbortController();
  const handle = ({ target }: Event) => {
    if (!(target instanceof Element) || !target.closest('[data-prefetch-app]')) return;
    once.abort();
    prefetch().catch(reportError);
  };
  document.addEventListener('pointerover', handle, { signal: once.signal });
  document.addEventListener('focusin', handle, { signal: once.signal });
};
