import type { Config } from 'vike/types';

export default {
  title: 'Terms of Service | Leadlight',
  description: 'The terms under which this installation of Leadlight may be used.',
} satisfies Config;
