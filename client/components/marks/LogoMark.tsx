/** A pane of leaded glass, in the colors of the theme. */
export const LogoMark = ({ className = 'size-6' }: { className?: string }) => (
  <svg viewBox="0 0 24 24" className={className} aria-hidden="true">
    <rect width="24" height="24" rx="6" className="fill-accent" />
    <path
      d="M12 3.5 20.5 12 12 20.5 3.5 12ZM12 3.5v17M3.5 12h17"
      className="fill-none stroke-on-accent"
      strokeWidth="1.6"
      strokeLinejoin="round"
    />
  </svg>
);
