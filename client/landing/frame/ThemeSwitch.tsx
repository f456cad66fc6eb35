const icons = {
  system: 'M4 5h16v11H4zM9 20h6M12 16v4',
  light:
    'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2.5v2M12 19.5v2M4.6 4.6 6 6M18 18l1.4 1.4M2.5 12h2M19.5 12h2M4.6 19.4 6 18M18 6l1.4-1.4',
  dark: 'M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z',
} as const;

/** Invisible, but with its space reserved, until `enableThemeSwitch` enables it. */
export const ThemeSwitch = () => (
  <button
    type="button"
    data-theme-switch=""
    aria-label="Theme"
    className="invisible grid size-9 place-items-center rounded-md text-muted hover:bg-hover hover:text-fg"
  >
    {Object.entries(icons).map(([theme, d]) => (
      <svg key={theme} viewBox="0 0 24 24" data-theme-icon={theme} className="hidden size-5" aria-hidden="true">
        <path
          d={d}
          className="fill-none stroke-current"
          strokeWidth="1.6"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
      </svg>
    ))}
  </button>
);
