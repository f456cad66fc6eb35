import { footer } from '#shared/limits.ts';
import { routes } from '#shared/routes.ts';
import { LogoMark } from '#client/components/marks/LogoMark.tsx';

export const PublicFooter = () => (
  <footer className="border-t bg-surface print:hidden">
    <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 gap-y-2 px-4 py-6 text-sm text-muted sm:px-6">
      <LogoMark className="size-5" />
      <p>© {footer.copyrightYear} Leadlight</p>
      <p>Version {footer.version}</p>
      <ul className="flex gap-4 sm:ml-auto">
        <li>
          <a href={routes.privacyPolicy.path} className="inline-flex min-h-11 items-center hover:text-fg">
            Privacy
          </a>
        </li>
        <li>
          <a href={routes.termsOfService.path} className="inline-flex min-h-11 items-center hover:text-fg">
            Terms
          </a>
        </li>
      </ul>
    </div>
  </footer>
);
