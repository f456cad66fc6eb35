import { footer } from '#shared/limits.ts';

export const Footer = () => (
  <footer className="flex flex-wrap justify-between gap-x-4 border-t border-hairline px-4 py-3 text-xs text-muted md:px-6">
    <span>© {footer.copyrightYear} Leadlight</span>
    <span>Version {footer.version}</span>
  </footer>
);
