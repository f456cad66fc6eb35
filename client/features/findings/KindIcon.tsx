import { CircleOff, Filter, Gauge, Hourglass, Scale, TrendingUp, Unplug } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import type { FindingKind } from '#shared/findings.ts';

const icons: Readonly<Record<FindingKind, LucideIcon>> = {
  'spend-spike': TrendingUp,
  'spend-to-zero': CircleOff,
  'leads-stopped': Unplug,
  'cpl-shift': Scale,
  'lead-drought': Filter,
  'creative-decay': Hourglass,
  pacing: Gauge,
};

/** Decorative: the kind's name is beside the icon. */
export const KindIcon = ({ kind, className }: { kind: FindingKind; className?: string }) => {
  const Icon = icons[kind];
  return <Icon aria-hidden="true" className={className} />;
};
