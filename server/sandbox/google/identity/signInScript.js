// Replaces https://accounts.google.com/gsi/client with the functions that a page needs to show the sign-in button. Because of
// the page's strict CSP, the script uses only DOM calls and element.style: no markup, no style elements, no eval.
(() => {
  const sandboxOrigin = new URL(document.currentScript.src).origin;
  const SVG = 'http://www.w3.org/2000/svg';
  const LABELS = {
    signin_with: 'Sign in with Google',
    signup_with: 'Sign up with Google',
    continue_with: 'Continue with Google',
    signin: 'Sign in',
  };
  const LOGO_PATHS = [
    ['#4285F4', 'M45.1 24.5c0-1.6-.1-2.8-.4-4H24v7.7h12.1c-.2 1.9-1.5 4.8-4.4 6.8l6.8 5.2c4.1-3.8 6.6-9.3 6.6-15.7z'],
    [
      '#34A853',
      'M24 46c5.9 0 10.9-2 14.5-5.3l-6.9-5.3c-1.9 1.3-4.3 2.2-7.6 2.2-5.8 0-10.7-3.8-12.5-9.1l-7.1 5.5C8 41.1 15.4 46 24 46z',
    ],
    ['#FBBC05', 'M11.5 28.5c-.5-1.4-.7-2.9-.7-4.5s.3-3.1.7-4.5l-7.1-5.5C2.9 17 2 20.4 2 24s.9 7 2.4 10l7.1-5.5z'],
    [
      '#EA4335',
      'M24 10.4c4.1 0 6.9 1.8 8.5 3.3l6.2-6C34.9 4.1 29.9 2 24 2 15.4 2 8 6.9 4.4 14l7.1 5.5c1.8-5.3 6.7-9.1 12.5-9.1z',
    ],
  ];

  let configuration = null;
  let selectWindow = null;

  function openSelectWindow() {
    if (!configuration) throw new Error('google.accounts.id.initialize() must be called before the button is used.');
    const address = new URL('/gsi/select', sandboxOrigin);
    address.searchParams.set('client_id', configuration.client_id);
    address.searchParams.set('origin', location.origin);
    if (configuration.nonce) address.searchParams.set('nonce', configuration.nonce);
    selectWindow = window.open(address.href, 'sandbox-google-sign-in', 'width=500,height=600');
  }

  window.addEventListener('message', (event) => {
    if (event.origin !== sandboxOrigin || !selectWindow || event.source !== selectWindow) return;
    if (!event.data || event.data.type !== 'sandbox-google-credential') return;
    selectWindow = null;
    if (configuration && typeof configuration.callback === 'function') {
      configuration.callback({ credential: event.data.credential, select_by: 'btn' });
    }
  });

  function drawLogo() {
    const svg = document.createElementNS(SVG, 'svg');
    svg.setAttribute('viewBox', '0 0 48 48');
    svg.setAttribute('width', '18');
    svg.setAttribute('height', '18');
    svg.setAttribute('aria-hidden', 'true');
    for (const [fill, d] of LOGO_PATHS) {
      const path = document.createElementNS(SVG, 'path');
      path.setAttribute('fill', fill);
      path.setAttribute('d', d);
      svg.append(path);
    }
    return svg;
  }

  function renderButton(parent, options = {}) {
    const isIcon = options.type === 'icon';
    const isDark = options.theme === 'filled_black';
    const isBlue = options.theme === 'filled_blue';
    const height = { large: 40, medium: 32, small: 20 }[options.size] ?? 40;
    const label = LABELS[options.text] ?? LABELS.signin_with;
    const restBackground = isDark ? '#131314' : isBlue ? '#1a73e8' : '#ffffff';
    const hoverBackground = isDark ? '#2a2b2e' : isBlue ? '#1b66c9' : '#f3f6fc';

    const button = document.createElement('button');
    button.type = 'button';
    button.setAttribute('aria-label', label);
    Object.assign(button.style, {
      display: 'inline-flex',
      alignItems: 'center',
      justifyContent: 'center',
      gap: '10px',
      boxSizing: 'border-box',
      height: `${height}px`,
      width: isIcon ? `${height}px` : options.width ? `${Number.parseInt(options.width, 10)}px` : 'auto',
      maxWidth: '100%',
      padding: isIcon ? '0' : '0 14px',
      border: isDark || isBlue ? '1px solid transparent' : '1px solid #747775',
      borderRadius: options.shape === 'pill' || options.shape === 'circle' ? `${height / 2}px` : '6px',
      background: restBackground,
      color: isDark || isBlue ? '#ffffff' : '#1f1f1f',
      font: '500 14px/1.2 system-ui, sans-serif',
      letterSpacing: '0.1px',
      whiteSpace: 'nowrap',
      cursor: 'pointer',
    });
    const mark = document.createElement('span');
    Object.assign(mark.style, { display: 'inline-flex', flex: 'none' });
    if (isBlue) Object.assign(mark.style, { padding: '4px', borderRadius: '3px', background: '#ffffff' });
    mark.append(drawLogo());
    button.append(mark);
    if (!isIcon) {
      const text = document.createElement('span');
      text.textContent = label;
      button.append(text);
    }
    button.addEventListener('pointerenter', () => (button.style.background = hoverBackground));
    button.addEventListener('pointerleave', () => (button.style.background = restBackground));
    button.addEventListener('click', () => {
      if (typeof options.click_listener === 'function') options.click_listener();
      openSelectWindow();
    });
    parent.replaceChildren(button);
  }

  window.google = window.google ?? {};
  window.google.accounts = window.google.accounts ?? {};
  window.google.accounts.id = {
    initialize(options) {
      configuration = { ...options };
    },
    renderButton,
    // The sandbox has no One Tap. It shows nothing, like a browser that suppresses One Tap.
    prompt() {},
    cancel() {},
    disableAutoSelect() {},
  };
  if (typeof window.onGoogleLibraryLoad === 'function') window.onGoogleLibraryLoad();
})();
