// Runs in the sign-in window after "Continue": sends the credential only to the origin of the page that opened it.
(() => {
  const { credential, origin } = document.getElementById('finish').dataset;
  if (!window.opener) {
    document.getElementById('finish').textContent =
      'The page that asked for this sign-in is gone. Close this window and try again.';
    return;
  }
  window.opener.postMessage({ type: 'sandbox-google-credential', credential }, origin);
  window.close();
})();
