import type { Config } from 'vike/types';

export default {
  title: 'Terms of Service · Leadlight',
  description:
    'The terms under which you may use this installation of Leadlight: accounts, platforms, leads, fees, liability.',
} satisfies Config;
