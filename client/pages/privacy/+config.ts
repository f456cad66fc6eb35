import type { Config } from 'vike/types';

export default {
  title: 'Privacy Policy · Leadlight',
  description: 'What this installation of Leadlight stores about you, why, for how long, and how to have it deleted.',
} satisfies Config;
