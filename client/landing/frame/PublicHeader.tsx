import { routes } from '#shared/routes.ts';
import { LogoMark } from '#client/components/marks/LogoMark.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

const links = [
  { label: 'Home', path: routes.landing.path },
  { label: 'Privacy Policy', path: routes.privacyPolicy.path },
  { label: 'Terms & Conditions', path: routes.termsOfService.path },
];

/** On phones the links have their own row below the name, so no menu is needed. */
export const PublicHeader = ({ currentPath }: { currentPath: string | null }) => (
  <header className="top-0 z-10 border-b bg-surface md:sticky print:hidden">
    <nav
      aria-label="Main"
      className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-6 px-4 py-2 sm:px-6 md:h-16 md:flex-nowrap md:py-0"
    >
      <span className="flex items-center gap-2.5 text-base font-semibold tracking-tight">
        <LogoMark />
        Leadlight
      </span>
      <ul className="order-last -mx-2 flex w-full flex-wrap max-[21rem]:-mx-1 md:order-none md:mx-0 md:ml-4 md:w-auto">
        {links.map(({ label, path }) => (
          <li key={path}>
            <a
              href={path}
              aria-current={path === currentPath ? 'page' : undefined}
              className="flex h-11 items-center rounded-md px-2 text-sm whitespace-nowrap text-muted hover:text-fg aria-[current]:font-medium aria-[current]:text-fg max-[21rem]:px-1 md:h-9 md:px-3"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
      <div className="ml-auto flex items-center gap-2">
        <ThemeSwitch />
        <a
          href={routes.signIn.path}
          data-leads-in=""
          className="inline-flex h-11 items-center rounded-md border border-control px-4 text-sm font-medium hover:bg-hover md:h-9"
        >
          Sign In
        </a>
      </div>
    </nav>
  </header>
);
