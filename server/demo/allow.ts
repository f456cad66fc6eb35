/** The address that a response redirects to. */
const redirectOf = ({ status, headers }: Response): URL => {
  const location = headers.get('location');
  if (status !== 302 || location === null) throw new Error(`Expected a redirect, got ${status}`);
  return new URL(location);
};

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Reads an attribute from a tag on a sandbox page. */
const attributeOf = (tag: string, name: string): string | undefined =>
  new RegExp(` ${name}="([^"]*)"`)
    .exec(tag)?.[1]
    ?.replaceAll(/&([#\w]+);/g, (text, key: string) => entities[key] ?? text);

/**
 * Starts a consent at `start`, presses Allow on the sandbox's page with every box ticked, and opens the callback.
 * @returns the state of the consent
 */
export const allow = async (start: URL): Promise<string> => {
  const page = redirectOf(await fetch(start, { redirect: 'manual' }));
  const html = await (await fetch(page)).text();
  const action = attributeOf(/<form[^>]*>/.exec(html)?.[0] ?? '', 'action');
  if (action === undefined) throw new Error(`The page ${page.pathname} has no form`);
  const fields = new URLSearchParams({ decision: 'allow' });
  for (const [input] of html.matchAll(/<input[^>]*>/g)) {
    const name = attributeOf(input, 'name');
    if (name !== undefined) fields.append(name, attributeOf(input, 'value') ?? 'on');
  }
  const callback = redirectOf(await fetch(new URL(action, page), { method: 'POST', body: fields, redirect: 'manual' }));
  // Uses the origin of the start, because the public one may belong to a proxy that this process cannot reach.
  const answer = await fetch(new URL(callback.pathname + callback.search, start), { redirect: 'manual' });
  if (!answer.ok) throw new Error(`The callback ${callback.pathname} answered ${answer.status}`);
  return callback.searchParams.get('state') ?? '';
};
