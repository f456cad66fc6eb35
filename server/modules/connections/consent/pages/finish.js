/*
 * Finishes a consent popup: authenticates to the server, shows the result, and closes the window. It reads the session
 * where the app keeps it (the persisted user store) and the state from the address.
 */
const readToken = () => {
  try {
    const stored = JSON.parse(localStorage.getItem('persist:user') ?? 'null');
    const token = stored?.state?.token;
    return typeof token === 'string' ? token : '';
  } catch {
    // Disabled or damaged storage counts as signed out.
    return '';
  }
};

const closeAfterMs = 1500;
/** Leaves more time to read the message about missing permissions. */
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
// Remove code and state from the browser history.
history.replaceState(null, '', location.pathname);
closeButton.addEventListener('click', () => window.close());
if (page.dataset.outcome === 'pending') void finish(state);
else show(page.dataset.outcome);
