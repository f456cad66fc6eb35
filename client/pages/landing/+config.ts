import type { Config } from 'vike/types';

export default {
  title: 'Leadlight: ad campaigns and leads in one calm place',
  description:
    'Preview Google, Facebook and TikTok campaigns, collect leads as they come in, import and sync sheets, export rows: on a server of your own.',
} satisfies Config;
