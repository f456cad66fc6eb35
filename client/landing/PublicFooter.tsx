import { footer } from '#shared/limits.ts';
import { routes } from '#shared/routes.ts';
import { LogoMark } from './LogoMark.tsx';

export const PublicFooter = () => (
  <footer className="bg-surface border-t">
    <div className="text-muted mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm sm:px-6">
      <LogoMark className="size-5" />
      <p>© {footer.copyrightYear} Leadlight</p>
      <p>Version {footer.version}</p>
      <ul className="flex gap-4 sm:ml-auto">
        <li>
          <a href={routes.privacyPolicy.path} className="hover:text-fg inline-flex min-h-11 items-center">
            Privacy
          </a>
        </li>
        <li>
          <a href={routes.termsOfService.path} className="hover:text-fg inline-flex min-h-11 items-center">
            Terms
          </a>
        </li>
      </ul>
    </div>
  </footer>
);
