import type { ReactNode } from 'react';

const idOf = (title: string): string => title.toLowerCase().replaceAll(/\W+/g, '-');

/** A section with its own address. */
export const KitSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section id={idOf(title)} aria-labelledby={`${idOf(title)}-title`} className="scroll-mt-20">
    <h2 id={`${idOf(title)}-title`} className="mb-3 text-[15px] font-semibold">
      <a href={`#${idOf(title)}`} className="hover:underline">
        {title}
      </a>
    </h2>
    <div className="grid grid-cols-1 gap-4">{children}</div>
  </section>
);

export const KitState = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1.5 text-xs text-muted">{name}</h3>
    <div className="flex flex-wrap items-center gap-3">{children}</div>
  </div>
);

/** A state that needs the full width. */
export const WideKitState = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <h3 className="mb-1.5 text-xs text-muted">{name}</h3>
    {children}
  </div>
);

/** Links to the sections. */
export const KitContents = ({ titles }: { titles: readonly string[] }) => (
  <nav aria-label="Parts" className="flex flex-wrap gap-x-4 gap-y-1 lg:sticky lg:top-20 lg:grid lg:content-start">
    {titles.map((title) => (
      <a key={title} href={`#${idOf(title)}`} className="rounded-sm py-1 text-[13px] text-muted hover:text-fg">
        {title}
      </a>
    ))}
  </nav>
);
