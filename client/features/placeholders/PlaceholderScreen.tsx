import { Plug } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { Link } from 'react-router-dom';
import { buttonStyles } from '#client/components/buttons/buttonStyles.ts';
import { Card } from '#client/components/layout/Card.tsx';
import { PageHeader } from '#client/components/layout/PageHeader.tsx';
import { routes } from '#shared/routes.ts';

const connectLabel = 'Connect Google, Facebook or TikTok';

/** Title and icons only: the specification allows no other text. The link leads to where platforms are connected. */
export const PlaceholderScreen = ({ title, Icon }: { title: string; Icon: LucideIcon }) => (
  <>
    <PageHeader title={title} />
    <Card className="grid min-h-[min(24rem,50dvh)] place-content-center justify-items-center gap-4 border-dashed">
      <Icon aria-hidden="true" className="size-10 stroke-1 text-control" />
      <Link
        to={routes.overview.path}
        aria-label={connectLabel}
        title={connectLabel}
        className={buttonStyles({ size: 'icon' })}
      >
        <Plug aria-hidden="true" className="size-4" />
      </Link>
    </Card>
  </>
);
