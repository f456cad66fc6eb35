import { footer } from '#shared/limits.ts';

/** The last line of every signed-in screen. */
export const Footer = () => (
  <footer className="border-hairline text-muted flex flex-wrap justify-between gap-x-4 border-t px-4 py-3 text-xs md:px-6">
    <span>© {footer.copyrightYear} Leadlight</span>
    <span>Version {footer.version}</span>
  </footer>
);
