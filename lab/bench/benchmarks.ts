import type { Benchmark } from './Benchmark.ts';
import { campaigns } from './campaigns.ts';
import { csv } from './csv.ts';
import { embedded } from './embedded.ts';
import { exports } from './exports.ts';
import { findings } from './findings.ts';
import { imports } from './imports.ts';
import { leads } from './leads.ts';
import { move } from './move.ts';
import { preview } from './preview.ts';
import { proxy } from './proxy.ts';
import { scroll } from './scroll.ts';
import { sockets } from './sockets.ts';
import { ssr } from './ssr.ts';
import { start } from './start.ts';
import { work } from './work.ts';

/** All benchmarks, in the order in which they run. */
export const benchmarks: readonly Benchmark[] = [
  { name: 'start', run: start },
  { name: 'ssr', run: ssr },
  { name: 'proxy', run: proxy },
  { name: 'sockets', run: sockets },
  { name: 'leads', run: leads },
  { name: 'work', run: work },
  { name: 'campaigns', run: campaigns },
  { name: 'scroll', run: scroll },
  { name: 'import', run: imports },
  { name: 'export', run: exports },
  { name: 'embedded', run: embedded },
  { name: 'move', run: move },
  { name: 'preview', run: preview },
  { name: 'csv', run: csv },
  { name: 'findings', run: findings },
];
