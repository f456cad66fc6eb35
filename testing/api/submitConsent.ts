import { Window } from 'happy-dom';

export type ConsentAnswer = {
  /** Name of the button that is pressed. */
  button: 'Allow' | 'Deny';
  /** Values of the boxes that the person unticks first. */
  untick?: readonly string[];
  /** Whether the person also ticks the box for the ad account with events. */
  withEvents?: boolean;
};

/**
 * Opens a consent page, changes its boxes, presses a button and returns the redirect. Sends only the fields of the form, as a
 * browser would.
 */
export async function submitConsent(
  address: string,
  { button, untick = [], withEvents = false }: ConsentAnswer,
): Promise<Response> {
  const page = await fetch(address);
  if (page.status !== 200) throw new Error(`The consent page answered ${page.status}: ${await page.text()}`);
  const window = new Window({ url: address });
  window.document.write(await page.text());
  const form = window.document.querySelector('form');
  const pressed = [...window.document.querySelectorAll('button')].find((each) => each.textContent === button);
  if (!form || !pressed) throw new Error(`The consent page has no form with a button ${button}`);

  const fields = new URLSearchParams();
  for (const input of form.querySelectorAll('input')) {
    if (input.name === 'with_events') input.checked = withEvents;
    const leaves = input.type === 'checkbox' && (!input.checked || untick.includes(input.value));
    if (!leaves) fields.append(input.name, input.value);
  }
  fields.append(pressed.name, pressed.value);
  const target = new URL(form.getAttribute('action') ?? '', address);
  await window.happyDOM.close();
  return fetch(target, { method: 'POST', body: fields, redirect: 'manual' });
}

/** The address that a response redirects to. */
export function redirectOf(response: Response): URL {
  const location = response.headers.get('location');
  if (response.status !== 302 || !location) throw new Error(`Expected a redirect, got ${response.status}`);
  return new URL(location);
}
