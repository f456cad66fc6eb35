/*
 * Ends a consent popup: shows the server whose browser this is, tells the result, and closes the window. It reads the
 * session where the app keeps it (the persisted user store) and the state from the address.
 */
const readToken = () => {
  try {
    const stored = JSON.parse(localStorage.getItem('persist:user') ?? 'null');
    const token = stored?.state?.token;
    return typeof token === 'string' ? token : '';
  } catch {
    // Storage that is switched off or damaged is the same as not being signed in.
    return '';
  }
};

const closeAfterMs = 1500;
/** There is more to read when a permission is missing. */
const closePartlyAfterMs = 8000;

const page = document.getElementById('consent');
const text = document.getElementById('text');
const closeButton = document.getElementById('close');
const backLink = document.getElementById('back');

const show = (outcome, message) => {
  page.dataset.outcome = outcome;
  if (message !== undefined) text.textContent = message;
  closeButton.hidden = false;
  backLink.hidden = outcome !== 'failed';
  if (outcome === 'connected') setTimeout(() => window.close(), closeAfterMs);
  if (outcome === 'partly') setTimeout(() => window.close(), closePartlyAfterMs);
};

const finish = async (state) => {
  const token = readToken();
  if (token === '') return show('failed', page.dataset.signInFirst);
  try {
    const response = await fetch('/api/connections/finish', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify({ state }),
    });
    const answer = await response.json();
    if (!answer.success) return show('failed', answer.message);
    return show(answer.data.missingScopes.length === 0 ? 'connected' : 'partly', answer.message);
  } catch {
    return show('failed', page.dataset.unreachable);
  }
};

const state = new URLSearchParams(location.search).get('state');
// Neither code nor state belongs into the history.
history.replaceState(null, '', location.pathname);
closeButton.addEventListener('click', () => window.close());
if (page.dataset.outcome === 'pending') void finish(state);
else show(page.dataset.outcome);
