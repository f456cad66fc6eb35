/** Completes the sandbox's consent page as a browser would: reads the form and submits it. */

type ConsentStep = {
  decision: 'allow' | 'deny';
  /** Values of the boxes that the person clears. */
  untick?: readonly string[];
};

/** @returns our callback URL with the provider's answer in its query */
export const passConsent = async (consentUrl: URL, { decision, untick = [] }: ConsentStep): Promise<URL> => {
  const page = await fetch(consentUrl, { redirect: 'manual' });
  const html = await page.text();
  const action = /<form method="post" action="([^"]+)"/.exec(html)?.[1];
  if (page.status !== 200 || action === undefined) throw new Error(`no consent page (${page.status}): ${html}`);

  const form = new URLSearchParams({ decision });
  for (const [tag] of html.matchAll(/<input [^>]*>/g)) {
    const [type, name, value] = ['type', 'name', 'value'].map((attribute) => readAttribute(tag, attribute));
    if (name === undefined || value === undefined) continue;
    if (type === 'hidden' || (type === 'checkbox' && !untick.includes(value))) form.append(name, value);
  }
  const cookie = page.headers
    .getSetCookie()
    .map((each) => each.split(';')[0])
    .join('; ');
  const answer = await fetch(new URL(unescapeHtml(action), consentUrl), {
    method: 'POST',
    body: form,
    headers: cookie === '' ? {} : { cookie },
    redirect: 'manual',
  });
  const location = answer.headers.get('location');
  if (location === null) throw new Error(`no redirect back from consent (${answer.status}): ${await answer.text()}`);
  return new URL(location);
};

const readAttribute = (tag: string, name: string): string | undefined => {
  const text = new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  return text === undefined ? undefined : unescapeHtml(text);
};

const unescapeHtml = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
